/* SPDX-License-Identifier: BSD-3-Clause
 *
 * radiosity.C: tasks that make tasks, in a queue for each worker, stolen by the others; times
 * before MAIN_INITENV in all types; AUG macros with and without parentheses.
 */
#include <stdio.h>
#include <time.h>
#define QUEUE 64

MAIN_ENV

typedef struct {
  LOCKDEC(q_lock)
  int n_tasks, top, task[QUEUE];
} Task_Queue;
typedef struct {
  int index, pbar_count;
  long done, sum;
  LOCKDEC(index_lock)
  LOCKDEC(pbar_lock)
  BARDEC(barrier)
  Task_Queue task_queue[8];
} Global;
Global *global;
int n_processors = 1;
unsigned int time_rad_start;
double seconds;
struct timeval began;
time_t wall;
int process;
void radiosity();

main(argc, argv)
int argc;
char *argv[];
{
  int i;

  CLOCK(time_rad_start);
  CLOCK(seconds);
  gettimeofday(&began, NULL);
  time(&wall);
  process = getpid();
  if (argc > 2) n_processors = atoi(argv[2]);
  MAIN_INITENV()
  AUG_ON
  global = (Global *) G_MALLOC(sizeof(Global)) ;
  LOCKINIT(global->index_lock);
  LOCKINIT(global->pbar_lock);
  BARINIT(global->barrier, n_processors);
  for (i = 0; i < n_processors; i++) { LOCKINIT(global->task_queue[i].q_lock); }
  for (i = 0; i < 8; i++) {
    Task_Queue *q = &global->task_queue[i % n_processors];
    q->task[q->top++] = 4;
  }
  AUG_OFF
  for (i = 1; i < n_processors; i++) {
    CREATE(radiosity);
  }
  radiosity();
  WAIT_FOR_END(n_processors - 1);
  printf("radiosity %ld %ld %d\n", global->done, global->sum,
         seconds > 0 && began.tv_sec > 0 && wall > 0 && process > 0);
  MAIN_END;
}

static int dequeue(from)
int from;
{
  Task_Queue *q = &global->task_queue[from];
  int t = -1;
  LOCK(q->q_lock);
  if (q->top > 0) t = q->task[--q->top];
  UNLOCK(q->q_lock);
  return t;
}

static void enqueue(to, t)
int to, t;
{
  Task_Queue *q = &global->task_queue[to];
  LOCK(q->q_lock);
  q->task[q->top++] = t;
  UNLOCK(q->q_lock);
}

void radiosity()
{
  int id, i, t;
  long done = 0;

  LOCK(global->index_lock);
  id = global->index++;
  UNLOCK(global->index_lock);
  while (done < 8 * 31) {
    for (t = -1, i = 0; t < 0 && i < n_processors; i++) t = dequeue((id + i) % n_processors);
    if (t > 0) {
      enqueue(id, t - 1);
      enqueue(id, t - 1);
    }
    LOCK(global->pbar_lock);
    if (t >= 0) global->done++, global->sum += t;
    done = global->done;
    UNLOCK(global->pbar_lock);
  }
  BARRIER(global->barrier, n_processors);
}
