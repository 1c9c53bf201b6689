"""What is replaced for a while is put back as it was."""

from types import ModuleType

import pytest

from chipward.capture.replacing import replaced


def test_a_function_of_a_module_is_put_back_whatever_happens() -> None:
    module = ModuleType("module")
    original = module.__dict__["answer"] = lambda: 1

    def fail() -> None:
        with replaced(module, "answer", lambda: 2):
            raise KeyError(module.answer())

    with pytest.raises(KeyError, match="2"):
        fail()
    assert module.answer is original


def test_a_method_stays_what_it_was() -> None:
    class Owner:
        @staticmethod
        def answer() -> int:
            return 1

    with replaced(Owner, "answer", staticmethod(lambda: 2)):
        assert Owner().answer() == 2
    assert isinstance(vars(Owner)["answer"], staticmethod)
    assert Owner().answer() == 1


def test_what_is_not_there_is_not_replaced() -> None:
    with pytest.raises(KeyError), replaced(ModuleType("module"), "answer", 2):
        pass
