/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "clock.h"
#include "unit.h"
#include "workers.h"

/* Requests that do not end before the test lets them. */
struct context {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	unsigned int running; /* begun, and not ended */
	unsigned int begun;   /* at all */
	unsigned int may_end; /* so many more */
	uint64_t used;        /* a bit for each worker that was given one */
	bool shared;          /* two at once had the same number */
	bool signalled;       /* a signal could have come there */
	pthread_t last;
};

static void execute(void *argument, unsigned int number, struct sgio_request *request)
{
	struct context *context = argument;
	static uint64_t busy;
	sigset_t blocked;

	pthread_sigmask(SIG_SETMASK, NULL, &blocked);
	pthread_mutex_lock(&context->lock);
	context->signalled |= !sigismember(&blocked, SIGINT);
	context->shared |= busy >> number & 1;
	context->used |= UINT64_C(1) << number;
	context->last = pthread_self();
	busy |= UINT64_C(1) << number;
	context->running++;
	context->begun++;
	pthread_cond_broadcast(&context->changed);
	while (!context->may_end)
		pthread_cond_wait(&context->changed, &context->lock);
	context->may_end--;
	context->running--;
	busy &= ~(UINT64_C(1) << number);
	pthread_cond_broadcast(&context->changed);
	pthread_mutex_unlock(&context->lock);
	request->reply.residual = 7;
}

static void context_init(struct context *context, unsigned int may_end)
{
	*context = (struct context){.may_end = may_end};
	pthread_mutex_init(&context->lock, NULL);
	pthread_cond_init(&context->changed, NULL);
}

static void let_end(struct context *context, unsigned int count)
{
	pthread_mutex_lock(&context->lock);
	context->may_end += count;
	pthread_cond_broadcast(&context->changed);
	pthread_mutex_unlock(&context->lock);
}

static void wait_for_running(struct context *context, unsigned int count)
{
	pthread_mutex_lock(&context->lock);
	while (context->running < count)
		pthread_cond_wait(&context->changed, &context->lock);
	pthread_mutex_unlock(&context->lock);
}

static void start(struct workers *workers, unsigned int depth, struct context *context)
{
	workers_init(workers, depth, execute, context);
	ck_assert_int_eq(workers_start(workers), 0);
}

/* One at a time: in the caller, and done when it was submitted. */
START_TEST(depth_one)
{
	struct sgio_request first = {.cdb_length = 1}, second = {.cdb_length = 2};
	struct sgio_request *back = NULL;
	struct workers workers;
	struct context context;

	context_init(&context, 100);
	start(&workers, 1, &context);
	ck_assert_uint_eq(workers.threads, 0);
	ck_assert_int_eq(workers_reap(&workers, &back), -ENOENT);
	for (int i = 0; i < 40; i++) {
		ck_assert_int_eq(workers_submit(&workers, &first), 0);
		ck_assert(pthread_equal(context.last, pthread_self()));
		ck_assert_int_eq(first.reply.residual, 7);
		ck_assert_int_eq(workers_submit(&workers, &second), -EAGAIN);
		ck_assert_int_eq(second.reply.residual, 0);
		ck_assert_int_eq(workers_reap(&workers, &back), 0);
		ck_assert_ptr_eq(back, &first);
		ck_assert_int_eq(workers_reap(&workers, &back), -ENOENT);
	}
	ck_assert_uint_eq(context.used, 1);
	workers_close(&workers);
}
END_TEST

static const unsigned int depths[] = {2, 8, 32, WORKERS_MAX};

/* As many at once as the depth says, each by a worker of its own. */
START_TEST(all_at_once)
{
	unsigned int depth = depths[_i];
	struct sgio_request requests[WORKERS_MAX + 1] = {0};
	struct sgio_request *back = NULL;
	struct workers workers;
	struct context context;

	context_init(&context, 0);
	start(&workers, depth, &context);
	for (unsigned int i = 0; i < depth; i++)
		ck_assert_int_eq(workers_submit(&workers, &requests[i]), 0);
	wait_for_running(&context, depth);
	ck_assert_int_eq(workers_submit(&workers, &requests[depth]), -EAGAIN);
	let_end(&context, depth);
	for (unsigned int i = 0; i < depth; i++) {
		ck_assert_int_eq(workers_reap(&workers, &back), 0);
		ck_assert_int_eq(back->reply.residual, 7);
		back->reply.residual = 8; /* none comes twice */
	}
	ck_assert_int_eq(workers_reap(&workers, &back), -ENOENT);
	ck_assert_uint_eq(context.begun, depth);
	ck_assert_uint_eq(context.used, UINT64_MAX >> (64 - depth));
	ck_assert(!context.shared);
	ck_assert(!context.signalled);
	workers_close(&workers);
}
END_TEST

/* One comes back, one is sent, again and again: queues go round. */
START_TEST(in_turns)
{
	enum { COUNT = 1000 };
	unsigned int depth = depths[_i], sent = 0;
	struct sgio_request requests[WORKERS_MAX] = {0};
	struct sgio_request *back = NULL;
	struct workers workers;
	struct context context;

	context_init(&context, COUNT);
	start(&workers, depth, &context);
	for (; sent < depth; sent++)
		ck_assert_int_eq(workers_submit(&workers, &requests[sent]), 0);
	for (unsigned int i = 0; i < COUNT; i++) {
		ck_assert_int_eq(workers_reap(&workers, &back), 0);
		ck_assert_int_eq(back->reply.residual, 7);
		back->reply.residual = 0;
		if (sent < COUNT) {
			ck_assert_int_eq(workers_submit(&workers, back), 0);
			sent++;
		}
	}
	ck_assert_uint_eq(context.begun, COUNT);
	ck_assert(!context.shared);
	workers_close(&workers);
}
END_TEST

static void *let_end_later(void *context)
{
	struct timespec tenth = {.tv_nsec = 100000000};

	nanosleep(&tenth, NULL);
	let_end(context, 1);
	return NULL;
}

/* What a worker has begun is waited for. */
START_TEST(close_waits)
{
	struct sgio_request request = {0};
	struct workers workers;
	struct context context;
	pthread_t thread;

	context_init(&context, 0);
	start(&workers, 4, &context);
	ck_assert_int_eq(workers_submit(&workers, &request), 0);
	wait_for_running(&context, 1);
	ck_assert_int_eq(pthread_create(&thread, NULL, let_end_later, &context), 0);
	workers_close(&workers);
	ck_assert_uint_eq(context.running, 0);
	ck_assert_int_eq(request.reply.residual, 7);
	pthread_join(thread, NULL);
}
END_TEST

/*
 * What no worker has begun is not begun any more. Two that are carried out hold both
 * workers; a third is put in the queue behind the back of workers_submit(), which takes
 * no more than there are workers.
 */
START_TEST(close_begins_nothing)
{
	struct sgio_request requests[3] = {0};
	struct workers workers;
	struct context context;
	pthread_t thread;

	context_init(&context, 0);
	start(&workers, 2, &context);
	ck_assert_int_eq(workers_submit(&workers, &requests[0]), 0);
	ck_assert_int_eq(workers_submit(&workers, &requests[1]), 0);
	wait_for_running(&context, 2);
	workers.outstanding--;
	ck_assert_int_eq(workers_submit(&workers, &requests[2]), 0);
	pthread_mutex_lock(&workers.lock);
	workers.stop = true; /* what workers_close() does first */
	pthread_mutex_unlock(&workers.lock);
	let_end(&context, 1);
	ck_assert_int_eq(pthread_create(&thread, NULL, let_end_later, &context), 0);
	workers_close(&workers);
	ck_assert_uint_eq(context.begun, 2);
	ck_assert_int_eq(requests[2].reply.residual, 0);
	pthread_join(thread, NULL);
}
END_TEST

START_TEST(never_started)
{
	struct workers workers;
	struct context context;

	context_init(&context, 0);
	workers_init(&workers, 32, execute, &context);
	workers_close(&workers);
	start(&workers, 32, &context);
	workers_close(&workers);
	ck_assert_uint_eq(context.begun, 0);
}
END_TEST

START_TEST(the_clock)
{
	struct timespec raw;
	uint64_t before = clock_now(), after;

	clock_gettime(CLOCK_MONOTONIC_RAW, &raw);
	after = clock_now();
	ck_assert_uint_le(before, after);
	ck_assert_uint_le(before,
			  (uint64_t)raw.tv_sec * 1000000000 + (uint64_t)raw.tv_nsec);
	ck_assert_uint_ge(after,
			  (uint64_t)raw.tv_sec * 1000000000 + (uint64_t)raw.tv_nsec);
}
END_TEST

int main(void)
{
	const int count = sizeof(depths) / sizeof(depths[0]);
	Suite *suite = suite_create("workers");
	TCase *tcase = tcase_create("workers");

	tcase_add_test(tcase, depth_one);
	tcase_add_loop_test(tcase, all_at_once, 0, count);
	tcase_add_loop_test(tcase, in_turns, 0, count);
	tcase_add_test(tcase, close_waits);
	tcase_add_test(tcase, close_begins_nothing);
	tcase_add_test(tcase, never_started);
	tcase_add_test(tcase, the_clock);
	suite_add_tcase(suite, tcase);
	return unit_main(suite);
}
