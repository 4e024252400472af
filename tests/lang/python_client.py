# SPDX-License-Identifier: BSD-3-Clause
"""python_client.py [plain] [CASE]: the package hydrant, all of it; `plain`: as if there were no numpy. A CASE is an end
that the test wants to see: handler, exit, raises, threads."""
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
    raised(RuntimeError, "a job has one segment", job.segment, 1 << 20)
    with table.put_nb(following, [2.5, 3], at=70):  # what the manual's first program does
        table.put(following, 7, at=80)
    table.put(following, array.array("i", [8, 9]), at=90)  # converted
    grid = segment.array((2, 3), "float64")
    names = segment.array(4, "int32")
    names.put(following, [1, 2, 3, 4])
    job.barrier()
    same(table.local[70:72], [2.5, 3])
    assert table.local[80] == 7
    same(table.local[90:92], [8, 9])
    same(names.local, [1, 2, 3, 4])
    assert grid.local.shape == (2, 3) and grid.local[1, 2] == 0
    raised(TypeError, "", segment.array, 3, "no type")
    assert repr(grid).startswith("<hydrant.Array of 2 x 3 "
                                 "") and repr(job) == f"<hydrant.Job, rank {job.rank} of {job.size}>"
    assert "in use" in repr(segment) and repr(table.get_nb(following)).startswith("<hydrant.Event ")
    raised(RuntimeError, "has begun", hydrant.Job)
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
    assert job.reduce(numpy.float32(0.5) if job.rank else numpy.int16(1), "min") == (0.5 if job.size > 1 else 1)
    if job.size > 1:
        raised(TypeError, "of different types or sizes", job.reduce, numpy.zeros(2 if job.rank else 3))
        raised(TypeError, "of different types or sizes", job.reduce, numpy.zeros(2) if job.rank else 1)
    job.barrier()


def messages(job):
    following, before = (job.rank + 1) % job.size, (job.rank - 1) % job.size
    heard, late = [], []

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
        raised(TypeError, "expected a handler of Job.reply", token.reply, nothing)
        token.reply(ack, a - 1)
        raised(RuntimeError, "no reply to this message", token.reply, ack, 1)
        late.append(token)

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
    assert sorted(heard) == sorted([("ack", following, 4), ("short", 5, -2**31),
                                    ("medium", b"some words", tuple(range(16))),
                                    ("back", b"sdrow emos"), ("medium", b"", tuple(range(16))), ("back", b""),
                                    ("nothing",)]), heard
    assert medium.room >= 512
    raised(TypeError, "Handler short of requests with 2 integers>: called with 1 argument", short, following, 1)
    raised(TypeError, "Handler medium of requests with a payload and 16 integers>: called with 0", medium, following)
    raised(TypeError, "sent by Token.reply only", ack, following, 1)
    raised(IndexError, f"rank {job.size} of {job.size}", short, job.size, 1, 2)
    raised(IndexError, f"rank -1 of {job.size}", medium, -1, b"", *range(16))
    raised(ValueError, "a message has room for", medium, following, bytes(1 << 20), *range(16))
    raised(RuntimeError, "no reply to this message", late[0].reply, ack, 1)
    raised(ZeroDivisionError, "", job.wait_until, lambda: 1 // 0)
    job.barrier()


def together(job):
    assert job.reduce(job.rank + 1) == job.size * (job.size + 1) // 2
    assert job.reduce(0.5 + job.rank, "max") == job.size - 0.5
    assert job.reduce(2, "mult", root=0) == (None if job.rank else 2 ** job.size)
    assert job.reduce(1 if job.rank else 1.5, "max") == 1.5  # the ranks agree on the type
    assert job.reduce(2 ** 60 + job.rank, "max") == 2 ** 60 + job.size - 1
    if job.rank == 0:  # a value that cannot be reduced: an exception at every rank, and nothing hangs
        raised(TypeError, "expected a number or an array", job.reduce, "1")
    else:
        raised(TypeError, "of different types", job.reduce, 1)
    raised(IndexError, f"root {job.size} of {job.size}", job.reduce, 1, root=job.size)
    raised(IndexError, "root -1", job.broadcast, 1, root=-1)
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


def leaves(case):
    """A job without a block: how the process ends is how the job does."""
    job = hydrant.Job()
    job.barrier()
    if case == "leaves-3" and job.rank == 1:
        sys.exit(3)
    if case == "leaves-uncaught" and job.rank == 1:
        raise RuntimeError("on purpose")
    if case != "leaves-0":
        job.wait_until(lambda: False)
    sys.exit(0)


if sys.argv[-1].startswith("leaves"):
    leaves(sys.argv[-1])
assert hydrant.__version__.count(".") == 2, hydrant.__version__
try:
    hydrant.Job(threads="many")
except ValueError as e:
    assert "expected seq, parsync or par" in str(e)
with hydrant.Job(threads="par" if "threads" in sys.argv else "seq") as the_job:
    main(the_job, sys.argv[-1])
