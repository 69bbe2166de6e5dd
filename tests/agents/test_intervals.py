"""The interval that training and the examples print."""

import pytest
from statsmodels.stats.proportion import proportion_confint

from shugyo.agents.intervals import wilson


@pytest.mark.parametrize(("wins", "deals"), [(469, 500), (0, 40), (40, 40), (3, 7)])
def test_it_is_wilsons(wins, deals):
    expected = proportion_confint(wins, deals, method="wilson")
    assert wilson(wins / deals, deals) == pytest.approx(expected, abs=1e-4)  # z is rounded to 1.96
