"""Which operator made which node, told by sequence numbers alone."""

from chipward.capture.tracers.torch.eager.made import MOST, Made


def test_the_newest_node_belongs_to_the_operator_that_is_looked_at() -> None:
    made = Made()
    made.resume(10)
    made.note(11, 0)
    made.note(11, 1)  # made no node
    made.note(12, 2)
    assert [made.by(number) for number in (9, 10, 11, 12)] == [None, 0, 2, None]


def test_nodes_in_between_belong_to_the_operator_before() -> None:
    made = Made()
    made.resume(0)
    made.note(1, 7)
    made.note(4, 8)
    assert [made.by(number) for number in range(4)] == [7, 7, 7, 8]


def test_nodes_made_during_a_pause_are_known_to_be_unseen() -> None:
    made = Made()
    made.resume(0)
    made.note(5, 1)
    made.pause(5)
    made.resume(9)
    made.note(10, 2)
    assert [made.is_unseen(number) for number in (4, 5, 8, 9)] == [False, True, True, False]
    assert made.by(7) is None


def test_the_oldest_nodes_are_forgotten() -> None:
    made = Made()
    made.resume(0)
    for number in range(MOST + 1):
        made.note(number + 1, number)
    assert made.by(0) is None
    assert made.by(MOST) == MOST
