// SPDX-License-Identifier: BSD-2-Clause
/*
 * Process 1 of the test guest: loads the modules named in /load, runs /run.sh, hands
 * its results out through the serial ports and ends the machine.
 *
 *   ttyS0  console, the script's standard error, then "guest: exit N"
 *   ttyS1  the script's standard output
 *   ttyS2  a tar of /out
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/io.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#define DEBUG_EXIT_PORT 0x501 /* -device isa-debug-exit,iobase=0x501 */
#define DRIVES_WAIT_MS 20000

static void mount_all(void)
{
	mkdir("/proc", 0755);
	mkdir("/sys", 0755);
	mkdir("/out", 0777);
	mkdir("/tmp", 01777);
	chmod("/tmp", 01777);
	chmod("/out", 01777);
	mount("proc", "/proc", "proc", 0, NULL);
	mount("sysfs", "/sys", "sysfs", 0, NULL);
	mount("devtmpfs", "/dev", "devtmpfs", 0, NULL);
}

static void load_module(const char *name, const char *args)
{
	char path[600];
	int fd;

	snprintf(path, sizeof(path), "/modules/%s.ko", name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0 || syscall(SYS_finit_module, fd, args, 0) < 0)
		printf("guest: module %s: %s\n", name, strerror(errno));
	if (fd >= 0)
		close(fd);
}

static int count_drives(void)
{
	DIR *dir = opendir("/sys/block");
	struct dirent *entry;
	int n = 0;

	while (dir && (entry = readdir(dir)))
		n += !strncmp(entry->d_name, "sd", 2) ||
		     !strncmp(entry->d_name, "sr", 2) ||
		     !strncmp(entry->d_name, "nvme", 4);
	if (dir)
		closedir(dir);
	return n;
}

static void wait_for_drives(int wanted)
{
	for (int ms = 0; count_drives() < wanted; ms += 5) {
		if (ms >= DRIVES_WAIT_MS) {
			printf("guest: %d drives of %d\n", count_drives(), wanted);
			return;
		}
		usleep(5000);
	}
}

/* A line is "MODULE ARGUMENTS" or "=N": wait until there are N drives. */
static void load_modules(void)
{
	FILE *f = fopen("/load", "r");
	char line[512];

	while (f && fgets(line, sizeof(line), f)) {
		char *args = line + strcspn(line, " \n");

		line[strcspn(line, "\n")] = '\0';
		if (*args)
			*args++ = '\0';
		if (line[0] == '=')
			wait_for_drives(atoi(line + 1));
		else
			load_module(line, args);
	}
	if (f)
		fclose(f);
}

static int open_raw(const char *tty)
{
	int fd = open(tty, O_RDWR | O_NOCTTY | O_CLOEXEC);
	struct termios t;

	if (fd >= 0 && tcgetattr(fd, &t) == 0) {
		cfmakeraw(&t);
		tcsetattr(fd, TCSANOW, &t);
	}
	return fd;
}

/* Runs @argv with standard output on @out; returns its exit status as a shell would. */
static int run(char *const argv[], int out)
{
	pid_t pid = fork();
	int status = 0;

	if (pid == 0) {
		int null = open("/dev/null", O_RDONLY);

		dup2(null, STDIN_FILENO);
		if (out >= 0)
			dup2(out, STDOUT_FILENO);
		execv("/bin/busybox", argv);
		_exit(127);
	}
	while (waitpid(-1, &status, 0) != pid)
		;
	if (out >= 0)
		tcdrain(out);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static void end_machine(void)
{
	if (ioperm(DEBUG_EXIT_PORT, 1, 1) == 0)
		outb(0, DEBUG_EXIT_PORT);
	reboot(RB_AUTOBOOT);
}

int main(void)
{
	char *script[] = {"sh", "/run.sh", NULL};
	char *tar[] = {"tar", "-C", "/out", "-cf", "-", ".", NULL};
	char *dmesg[] = {"dmesg", NULL};
	int status;

	setvbuf(stdout, NULL, _IONBF, 0);
	mount_all();
	load_modules();
	setenv("PATH", "/sbin:/usr/sbin:/bin:/usr/bin", 1);
	status = run(script, open_raw("/dev/ttyS1"));
	run(tar, open_raw("/dev/ttyS2"));
	if (status)
		run(dmesg, -1);
	printf("guest: exit %d\n", status);
	tcdrain(STDOUT_FILENO);
	end_machine();
}
