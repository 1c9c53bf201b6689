"""Which operator made which node, told by sequence numbers alone."""

from chipward.capture.tracers.torch.eager.made import MOST, Made, Makers


def started(makers: Makers, upcoming: int) -> Made:
    made = Made(makers)
    made.resume(upcoming)
    return made


def test_the_newest_node_belongs_to_the_operator_that_is_looked_at() -> None:
    makers = Makers()
    made = started(makers, 10)
    made.note(11, 0)
    made.note(11, 1)  # made no node
    made.note(12, 2)
    assert [makers.by(number) for number in (9, 10, 11, 12)] == [None, 0, 2, None]


def test_nodes_in_between_belong_to_the_operator_before() -> None:
    makers = Makers()
    made = started(makers, 0)
    made.note(1, 7)
    made.note(4, 8)
    assert [makers.by(number) for number in range(4)] == [7, 7, 7, 8]


def test_nodes_made_during_a_pause_are_known_to_be_unseen() -> None:
    makers = Makers()
    made = started(makers, 0)
    made.note(5, 1)
    made.pause(5)
    made.resume(9)
    made.note(10, 2)
    assert [makers.is_unseen(number) for number in (4, 5, 8, 9)] == [False, True, True, False]
    assert makers.by(7) is None


def test_of_a_number_that_two_threads_gave_nobody_knows_the_maker() -> None:
    makers = Makers()
    one, other = started(makers, 0), started(makers, 0)
    one.note(1, 0)
    one.note(2, 1)
    other.note(1, 2)
    assert [makers.by(number) for number in range(2)] == [None, 1]


def test_a_number_of_another_threads_pause_may_be_a_node_of_that_thread() -> None:
    makers = Makers()
    one, other = started(makers, 0), started(makers, 0)
    one.pause(0)
    one.resume(2)
    other.note(1, 2)
    assert makers.by(0) is None


def test_the_oldest_nodes_are_forgotten() -> None:
    makers = Makers()
    made = started(makers, 0)
    for number in range(MOST + 1):
        made.note(number + 1, number)
    assert makers.by(0) is None
    assert makers.by(MOST) == MOST
