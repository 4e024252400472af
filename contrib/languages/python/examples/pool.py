# SPDX-License-Identifier: BSD-3-Clause
"""pool.py [N]: makes a job of N processes that multiprocessing has started (4). They have no launcher: each has a pipe
to the parent, which passes on what the library wants to tell the others. So can workers of any pool become ranks."""
import multiprocessing
import sys


def relay(pipes):
    """The parent's part of the exchange: answers each rank with what all have sent, until a rank closes its pipe. Then
    closes all pipes: a rank that still waits for an answer fails."""
    try:
        while True:
            pieces = [pipe.recv_bytes() for pipe in pipes]
            for pipe in pipes:
                pipe.send_bytes(b"".join(pieces))
    except (EOFError, OSError):
        for pipe in pipes:
            pipe.close()


def exchange_by(pipe, rank, size):
    """Makes the job of the processes whose pipes the parent relays."""
    import hydrant  # in the new process
    ffi = hydrant.ffi

    @ffi.callback("int(void *, const void *, size_t, void *)", error=-1)
    def allgather(_context, mine, n, everything):
        pipe.send_bytes(ffi.buffer(mine, n)[:])
        ffi.memmove(everything, pipe.recv_bytes(), n * size)
        return 0

    @ffi.callback("int(void *)", error=-1)
    def barrier(_context):
        pipe.send_bytes(b"")
        pipe.recv_bytes()
        return 0

    kept = ffi.new("struct hyd_boot_exchange *", {"rank": rank, "size": size, "allgather": allgather,
                                                  "barrier": barrier})
    hydrant.lib.hyd_boot_by_exchange(kept)
    return kept, allgather, barrier  # must live as long as the process


def work(pipe, rank, size):
    functions = exchange_by(pipe, rank, size)
    import hydrant
    with hydrant.Job() as job:
        table = job.segment(1 << 20).array(size)
        for there in range(size):
            table.put(there, [float(rank * rank)], at=rank)
        job.barrier()
        total = job.reduce(sum(table.local), "add")
        if rank == 0:
            print(f"{job.size} ranks; the sum of the squares, at each rank: {total / size}", flush=True)
    del functions


def main():
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 4
    context = multiprocessing.get_context("spawn")
    pipes = [context.Pipe() for _ in range(size)]
    workers = [context.Process(target=work, args=(pipes[rank][1], rank, size)) for rank in range(size)]
    for worker, (_, theirs) in zip(workers, pipes):
        worker.start()
        theirs.close()
    relay([ours for ours, _ in pipes])
    for worker in workers:
        worker.join()
    return max(abs(worker.exitcode) for worker in workers)


if __name__ == "__main__":
    sys.exit(main())
