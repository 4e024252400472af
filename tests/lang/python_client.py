# SPDX-License-Identifier: BSD-3-Clause
"""python_client.py [plain] [CASE]: the package hydrant, all of it; `plain`: as if there were no numpy. A CASE is an end that the
test wants to see: handler, exit, raises, threads."""
import array
import gc
import sys
import threading

PLAIN = "plain" in sys.argv
if PLAIN:
    sys.modules["numpy"] = None
import hydrant  # noqa: E402


def same(got, want):
    assert list(got) == list(want), f"{list(got)} is not {list(want)}"


def raised(kind, text, call, *arguments, **more):
    try:
        call(*arguments, **more)
    except kind as e:
        assert text in str(e), f"{e} does not say {text}"
    else:
        raise AssertionError(f"no {kind.__name__}")


def memory(job, segment):
    following, before = (job.rank + 1) % job.size, (job.rank - 1) % job.size
    table = segment.array(100, "d")
    numbers = segment.array(10, "q")
    same(table.local, [0.0] * 100)
    job.barrier()
    table.put(following, array.array("d", [job.rank, 2.5]), at=10)
    same(table.get(following, at=10, count=2), [job.rank, 2.5])
    with table.put_nb(following, array.array("d", range(20)), at=20) as event:
        pass
    assert event.done()
    out = array.array("d", [0] * 20)
    event = table.get_nb(following, at=20, out=out)
    while not event.done():
        pass
    same(table.get_nb(following, at=20, out=out).value, range(20))
    same(out, range(20))
    out = array.array("d", [0] * 20)
    with table.get_nb(following, at=20, out=out):
        pass
    same(out, range(20))
    table.put_nb(following, array.array("d", [7.0]), at=99)  # the event is not kept: its end waits
    gc.collect()
    numbers.put(following, array.array("q", [-job.rank - 1] * 10))
    job.barrier()
    same(table.local[9:13], [0, before, 2.5, 0])
    same(table.local[20:41], [*range(20), 0])
    assert table.local[99] == 7
    same(numbers.local, [-before - 1] * 10)
    raised(IndexError, "elements 99 to 101 of an array of 100", table.put, following, array.array("d", [1, 2]), at=99)
    raised(IndexError, "elements -1", table.get, following, at=-1, count=1)
    raised(IndexError, f"rank {job.size} of {job.size}", table.put, job.size, array.array("d", [1]))
    raised(hydrant.Error, "are left", segment.array, 1 << 30)
    job.barrier()


def with_numpy(job, segment):
    import numpy
    following, before = (job.rank + 1) % job.size, (job.rank - 1) % job.size
    grid = segment.array((4, 5), numpy.float32)
    grid.local[:] = 0
    job.barrier()
    grid.put(following, numpy.arange(40, dtype="f8").reshape(4, 10)[:, ::2])  # neither its type nor in one piece
    job.barrier()
    assert (grid.local == numpy.arange(40).reshape(4, 10)[:, ::2]).all()
    got = numpy.empty((4, 5), numpy.float32)
    assert (grid.get_nb(before, out=got).value == grid.local).all()
    raised(ValueError, "", grid.get, before, out=numpy.empty((10, 4), numpy.float32)[::2])
    sums = numpy.array([job.rank, 1], "u4")
    same(job.reduce_nb(sums).wait(), [sum(range(job.size)), job.size])
    same(job.reduce(numpy.array([float(job.rank)]), "max"), [job.size - 1])
    raised(TypeError, "elements of type int16", job.reduce, numpy.zeros(2, "i2"))
    job.barrier()


def messages(job):
    following, before = (job.rank + 1) % job.size, (job.rank - 1) % job.size
    heard = []

    @job.reply(args=1)
    def ack(token, number):
        heard.append(("ack", token.source, number))

    @job.reply(payload=True)
    def data_back(_, data):
        heard.append(("back", bytes(data)))

    @job.request(args=2)
    def short(token, a, b):
        assert token.source == before
        heard.append(("short", a, b))
        token.reply(ack, a - 1)

    @job.request(payload=True, args=16)
    def medium(token, data, *numbers):
        heard.append(("medium", bytes(data), numbers))
        token.reply(data_back, bytes(data)[::-1])

    @job.request()
    def nothing(_):
        heard.append(("nothing",))

    job.barrier()
    short(following, 5, -2**31)
    medium(following, b"some words", *range(16))
    medium(following, array.array("i", []), *range(16))
    nothing(following)
    job.wait_until(lambda: len(heard) == 7)
    assert sorted(heard) == sorted([("ack", following, 4), ("short", 5, -2**31), ("medium", b"some words", tuple(range(16))),
                                    ("back", b"sdrow emos"), ("medium", b"", tuple(range(16))), ("back", b""), ("nothing",)]), heard
    assert medium.room >= 512
    raised(TypeError, "has 2 integers, not 1", short, following, 1)
    raised(ZeroDivisionError, "", job.wait_until, lambda: 1 // 0)
    job.barrier()


def together(job):
    assert job.reduce(job.rank + 1) == job.size * (job.size + 1) // 2
    assert job.reduce(0.5 + job.rank, "max") == job.size - 0.5
    assert job.reduce(2, "mult", root=0) == 2 ** job.size or job.rank
    assert job.broadcast({"from": job.rank}, root=job.size - 1) == {"from": job.size - 1}
    assert job.gather("x" * job.rank) == ["x" * r for r in range(job.size)]
    raised(ValueError, "op is 'avg'", job.reduce, 1, "avg")
    with job.barrier_nb():
        pass
    assert hydrant.lib.gex_System_QueryJobSize() == job.size  # what is not wrapped


def by_threads(job):
    """Mode PAR: every thread sends to the next rank, and the handlers run on any of them."""
    heard = []

    @job.request(args=1)
    def one(_, number):
        heard.append(number)
    job.barrier()
    threads = [threading.Thread(target=lambda n=n: [one((job.rank + 1) % job.size, 100 * n + i) for i in range(50)])
               for n in range(4)]
    for t in threads:
        t.start()
    job.wait_until(lambda: len(heard) == 200)
    for t in threads:
        t.join()
    assert sorted(heard) == sorted(100 * n + i for n in range(4) for i in range(50))
    job.barrier()


def main(job, case):
    segment = job.segment(1 << 20)
    memory(job, segment)
    if not PLAIN:
        with_numpy(job, segment)
    messages(job)
    together(job)
    if case == "threads":
        by_threads(job)
    if case == "handler":
        @job.request()
        def fails(_):
            raise KeyError("on purpose")
        job.barrier()
        if job.rank == 0:
            fails(1)
        job.wait_until(lambda: False)
    if case == "exit" and job.rank == 1:
        sys.exit(7)
    if case == "raises" and job.rank == 1:
        raise RuntimeError("on purpose")
    if case in ("exit", "raises"):
        job.wait_until(lambda: False)
    if job.rank == 0:
        print("passed")


try:
    hydrant.Job(threads="many")
except ValueError as e:
    assert "expected seq, parsync or par" in str(e)
with hydrant.Job(threads="par" if "threads" in sys.argv else "seq") as the_job:
    main(the_job, sys.argv[-1])
