"""What an optimizer remembers, as a dict and back: who goes on training later needs it, beside the model's numbers."""

from copy import deepcopy

from minigrad.core.tensors import Tensor
from minigrad.exact.networks import refuse_other_groups
from minigrad.library.devices import tensor


def optimizer_state(self):
    """What an optimizer remembers, and its options; parameters stand as numbers, counted through all groups.

    The tensors are its own: the next steps change them.
    """
    places = {parameter: place for place, parameter in enumerate(parameters_of(self))}
    state = {
        places.get(parameter, parameter):
            {name: tensor(float(value)) if name == "step" else value for name, value in kept.items()}
        for parameter, kept in self.state.items() if kept
    }
    groups = [{**group, "params": [places[parameter] for parameter in group["params"]]} for group in self.param_groups]
    in_order = [sorted(group.items(), key=lambda item: item[0] == "params") for group in groups]  # these are the last
    return {"state": state, "param_groups": list(map(dict, in_order))}


def parameters_of(optimizer):
    return [parameter for group in optimizer.param_groups for parameter in group["params"]]


def load_optimizer_state(self, state_dict):
    """Remember what another optimizer of as many parameters did, and take its options: `state_dict` of it.

    What it says of a parameter that is not there is kept as it is. Raises ValueError, before anything is changed, for
    other groups.
    """
    groups = state_dict["param_groups"]
    refuse_other_groups(self.param_groups, groups)
    numbers = [place for group in groups for place in group["params"]]
    owners = dict(zip(numbers, parameters_of(self)))
    state = {
        owners.get(place, place): {name: as_kept(name, value, owners.get(place)) for name, value in kept.items()}
        for place, kept in state_dict["state"].items()
    }
    self.state.clear()
    self.state.update(state)
    for own, group in zip(self.param_groups, groups):
        own |= {**deepcopy(group), "params": own["params"]}


def as_kept(name, value, parameter):
    """What an optimizer remembers of its own: a count as a number, tensors in the dtype of the parameter."""
    if parameter is None:
        return value
    if name == "step":
        return int(value)
    return value.detach().clone().to(parameter.dtype) if isinstance(value, Tensor) else deepcopy(value)
