"""Translates what game code is full of into little code: fields of records that are arrays, their items, and calls.

For ``state.at[figure]`` numba builds a whole array object, with its shape, strides and references, to read one number,
and after each call it takes the answer of the called function apart, in case that it raised. LLVM sees through all of
that in the end, at a high price: most of the time of a first compilation goes into code that is thrown away. Here

* an array field of a record becomes a constant but for the address of its data, and its references are not counted
  (there are none: the data is the record's);
* an item of such a field, or of a contiguous array, is read and written by its address;
* filling a slice with a number is a loop, without the machinery for shapes that do not fit;
* a function that cannot raise is called without a look at what it says.

What it means stays as it is: a negative index counts from the end, and with bounds to be checked numba's own ways are
taken. This reaches into numba's lowering: it is done for our kernels alone (`ours`), nobody else's functions, and only
with the versions of numba that it was tried with; with others the first compilation takes longer.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numba
from llvmlite import ir
from numba import types
from numba.core import base, callconv, cgutils, codegen, imputils, lowering
from numba.core.datamodel import models
from numba.core.runtime import context as runtime
from numba.cpython import rangeobj  # noqa: F401  # registers what is replaced here
from numba.np import arrayobj

TRIED = ("0.68",)
"""Versions of numba with which the tests of this module have passed."""

_TUPLE: Any = types.BaseTuple
_OURS = [0]  # how many of our functions are being compiled around the present one; numba compiles under a lock
_COUNTED: dict[Any, bool] = {}
_RAISING: set[str] = set()  # names of functions with a way out other than a plain return
_QUIET: set[str] = set()  # names of functions without


def install() -> bool:
    """Puts the shorter translations in place, for what is compiled within `ours`. To be called once.

    Returns:
        Whether that could be done.
    """
    if not numba.__version__.startswith(tuple(f"{version}." for version in TRIED)):
        return False
    library, convention, context = codegen.CPUCodeLibrary, callconv.CPUCallConv, base.BaseContext
    needed: dict[Any, tuple[str, ...]] = {
        library: ("add_ir_module",),
        convention: ("_return_errcode_raw", "_get_arg_packer"),
        context: ("pair_first", "pair_second"),
        runtime.NRTContext: ("_call_incref_decref",),
        lowering.Lower: ("delvar", "_alloca_var"),
        models.BooleanModel: ("from_data",),
        base: ("user_function",),
        arrayobj: ("record_getattr", "getitem_arraynd_intp", "getitem_array_tuple", "setitem_array", "basic_indexing"),
    }
    if not all(hasattr(owner, name) for owner, names in needed.items() for name in names):
        return False
    convention._return_errcode_raw = _noting(convention._return_errcode_raw)
    library.add_ir_module = _sorting(library.add_ir_module)
    runtime.NRTContext._call_incref_decref = _or(
        runtime.NRTContext._call_incref_decref, _counting(runtime.NRTContext._call_incref_decref)
    )
    lowering.Lower.delvar = _or(lowering.Lower.delvar, _forgetting(lowering.Lower.delvar))
    models.BooleanModel.from_data = _or(models.BooleanModel.from_data, _is_set)
    context.pair_first = _or(context.pair_first, lambda self, builder, val, ty: builder.extract_value(val, 0))
    context.pair_second = _or(context.pair_second, lambda self, builder, val, ty: builder.extract_value(val, 1))
    base.user_function = _user_function
    for own, key, kinds in list(imputils.builtin_registry.functions):
        if key is range and set(kinds) == {types.int64}:
            imputils.lower_builtin(key, *kinds)(_or(own, _range))
        if key == "getiter" and kinds == (types.range_state64_type,):
            imputils.lower_builtin(key, *kinds)(_iterating(own))
        if key == "iternext" and kinds == (types.range_iter64_type,):
            imputils.lower_builtin(key, *kinds)(_or(own, _go_on))
    imputils.lower_getattr_generic(types.Record)(_field)
    imputils.lower_builtin(operator.getitem, types.Buffer, types.Integer)(_get(arrayobj.getitem_arraynd_intp))
    imputils.lower_builtin(operator.getitem, types.Buffer, types.BaseTuple)(_get(arrayobj.getitem_array_tuple))
    imputils.lower_builtin(operator.setitem, types.Buffer, types.Any, types.Any)(_set)
    return True


@contextmanager
def ours() -> Iterator[None]:
    """While our own functions are compiled."""
    _OURS[0] += 1
    try:
        yield
    finally:
        _OURS[0] -= 1


def _or(numbas: Callable, shorter: Callable) -> Callable:
    """Numba's own way, or the shorter one for our functions."""

    def either(*args: Any) -> Any:
        return (shorter if _OURS[0] else numbas)(*args)

    return either


# ---- array fields ---------------------------------------------------------------------------------------------------
def _field(context: Any, builder: Any, typ: Any, value: Any, attr: str) -> Any:
    """A field of a record; numba's `record_getattr` for all that are not arrays."""
    kind = typ.typeof(attr)
    if not _OURS[0] or not isinstance(kind, types.NestedArray):
        return arrayobj.record_getattr(context, builder, typ, value, attr)
    context.sentry_record_alignment(typ, attr)
    place = cgutils.get_record_member(builder, value, typ.offset(attr), context.get_data_type(kind.dtype))
    return _view(context, builder, kind, kind.shape, kind.strides, place)


def _view(context: Any, builder: Any, kind: Any, shape: Sequence[int], strides: Sequence[int], place: Any) -> Any:
    """The array object for data at a place inside a record."""
    model = context.data_model_manager[kind]
    struct = model.get_value_type()
    count = 1
    for length in shape:
        count *= length
    numbers = {"nitems": count, "itemsize": kind.dtype.bitwidth // 8, "shape": shape, "strides": strides}
    members = []
    for name, member in zip(model._fields, struct.elements, strict=True):
        number = numbers.get(name)  # meminfo and parent: none; data: below
        if isinstance(number, int):
            members.append(ir.Constant(member, number))
        elif number is not None:
            members.append(ir.Constant(member, [ir.Constant(member.element, n) for n in number]))
        else:
            members.append(ir.Constant(member, None))
    return builder.insert_value(ir.Constant(struct, members), place, model._fields.index("data"))


# ---- variables ------------------------------------------------------------------------------------------------------
def _is_counted(context: Any, kind: Any) -> bool:
    """Whether a value of that type holds references that are counted."""
    if kind not in _COUNTED:
        model = context.data_model_manager[kind]
        _COUNTED[kind] = not isinstance(kind, types.NestedArray) and model.contains_nrt_meminfo()
    return _COUNTED[kind]


def _counting(count: Callable) -> Callable:
    """`NRTContext._call_incref_decref`, for types with something to count."""

    def counting(self: Any, builder: Any, typ: Any, value: Any, funcname: str) -> None:
        if _is_counted(self._context, typ):
            count(self, builder, typ, value, funcname)

    return counting


def _forgetting(delvar: Callable) -> Callable:
    """`Lower.delvar`: only variables with something to count are cleared at their end."""

    def forgetting(self: Any, name: str) -> None:
        kind = self.typeof(name)
        if _is_counted(self.context, kind):
            delvar(self, name)
            return
        if name not in self._blk_local_varmap and not self._disable_sroa_like_opt:
            self._singly_assigned_vars.discard(name)
        self._alloca_var(name, kind)

    return forgetting


def _is_set(self: Any, builder: Any, value: Any) -> Any:
    """`BooleanModel.from_data` without branches."""
    return builder.icmp_unsigned("!=", value, value.type(0))


# ---- ranges ---------------------------------------------------------------------------------------------------------
def _range(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """The object ``range(…)``; it is marked if it is known to count by ones."""
    numbers = [context.get_constant(types.int64, n) for n in (0, 0, 1)]
    numbers[slice(1, 2) if len(args) == 1 else slice(len(args))] = args
    result: Any = ir.Constant(context.get_value_type(sig.return_type), None)
    for i, number in enumerate(numbers):
        result = builder.insert_value(result, number, i)
    if isinstance(numbers[2], ir.Constant) and numbers[2].constant in (1, -1):
        result.counts_by = numbers
    return result


def _iterating(getiter: Callable) -> Callable:
    """``iter(range(…))``; numba's own way unless it counts by ones."""

    def iterating(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        numbers = getattr(args[0], "counts_by", None)
        if numbers is None:
            return getiter(context, builder, sig, args)
        start, stop, step = numbers
        left = builder.sub(stop, start) if step.constant == 1 else builder.sub(start, stop)
        result = ir.Constant(context.get_value_type(sig.return_type), None)
        for i, number in enumerate((cgutils.alloca_once_value(builder, start), stop, step)):
            result = builder.insert_value(result, number, i)
        return builder.insert_value(result, cgutils.alloca_once_value(builder, left), 3)

    return iterating


def _go_on(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """The next number of a range, and whether there was one. An iterator that has ended is not asked for more."""
    value, _, step, left = (builder.extract_value(args[0], i) for i in range(4))
    number, count = builder.load(value), builder.load(left)
    builder.store(builder.add(number, step), value)
    builder.store(builder.sub(count, context.get_constant(types.int64, 1), flags=["nsw"]), left)
    result = ir.Constant(context.get_value_type(sig.return_type), None)
    result = builder.insert_value(result, number, 0)
    return builder.insert_value(result, builder.icmp_signed(">", count, context.get_constant(types.int64, 0)), 1)


# ---- items ----------------------------------------------------------------------------------------------------------
def _get(getitem: Callable) -> Callable:
    """Reading an item by integers; numba's own way for all else."""

    def terse_getitem(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        array_type, index_type = sig.args
        place = _place(context, builder, array_type, args[0], index_type, args[1])
        if place is None:
            return getitem(context, builder, sig, args)
        return arrayobj.load_item(context, builder, array_type, place)

    return terse_getitem


def _set(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Writing an item by integers, or one number to a slice; numba's own way for all else."""
    array_type, index_type, value_type = sig.args
    array, index, value = args
    place = _place(context, builder, array_type, array, index_type, index)
    if place is not None:
        value = context.cast(builder, value, value_type, array_type.dtype)
        arrayobj.store_item(context, builder, array_type, value, place)
    elif _OURS[0] and _is_filling(array_type, index_type, value_type):
        _fill(context, builder, sig, args)
    else:
        return arrayobj.setitem_array(context, builder, sig, args)
    return None


def _is_filling(array_type: Any, index_type: Any, value_type: Any) -> bool:
    """Whether one number is written to a slice of numbers."""
    kinds = index_type.types if isinstance(index_type, _TUPLE) else (index_type,)
    basic = all(isinstance(kind, types.Integer | types.SliceType) for kind in kinds)
    return basic and isinstance(value_type, types.Number | types.Boolean) and isinstance(array_type.dtype, types.Number)


def _place(context: Any, builder: Any, array_type: Any, array: Any, index_type: Any, index: Any) -> Any:
    """The address of one item of a contiguous array of numbers, None if it is another case."""
    kinds, indices = _indices(builder, index_type, index)
    whole = len(kinds) == array_type.ndim and all(isinstance(kind, types.Integer) for kind in kinds)
    plain = isinstance(array_type, types.Array) and array_type.layout == "C"
    if (
        not _OURS[0]
        or context.enable_boundscheck
        or not whole
        or not plain
        or not isinstance(array_type.dtype, types.Number)
    ):
        return None
    model = context.data_model_manager[array_type]
    lengths = _lengths(context, builder, array_type, array)
    offset = None
    for kind, position, length in zip(kinds, indices, lengths, strict=True):
        number = _position(context, builder, kind, position, length)
        offset = number if offset is None else builder.add(builder.mul(offset, length), number)
    return builder.gep(builder.extract_value(array, model._fields.index("data")), [offset])


def _indices(builder: Any, index_type: Any, index: Any) -> tuple[Sequence[Any], Sequence[Any]]:
    """Types and values of the parts of an index."""
    if isinstance(index_type, _TUPLE):
        return index_type.types, cgutils.unpack_tuple(builder, index, count=len(index_type))
    return (index_type,), (index,)


def _lengths(context: Any, builder: Any, array_type: Any, array: Any) -> Sequence[Any]:
    """The lengths of all dimensions."""
    if isinstance(array_type, types.NestedArray):
        return [context.get_constant(types.intp, length) for length in array_type.shape]
    shape = context.data_model_manager[array_type]._fields.index("shape")
    return [builder.extract_value(array, [shape, d]) for d in range(array_type.ndim)]


def _position(context: Any, builder: Any, kind: Any, value: Any, length: Any) -> Any:
    """An index as intp, a negative one counted from the end."""
    number = context.cast(builder, value, kind, types.intp if kind.signed else types.uintp)
    if not kind.signed or (isinstance(number, ir.Constant) and number.constant >= 0):
        return number
    negative = builder.icmp_signed("<", number, ir.Constant(number.type, 0))
    return builder.select(negative, builder.add(number, length), number)


def _fill(context: Any, builder: Any, sig: Any, args: Any) -> None:
    """Writes one number to all items that a basic index names."""
    array_type, index_type, value_type = sig.args
    kinds, indices = _indices(builder, index_type, args[1])
    array = arrayobj.make_array(array_type)(context, builder, args[0])
    first, shape, strides = arrayobj.basic_indexing(
        context, builder, array_type, array, kinds, indices, boundscheck=context.enable_boundscheck
    )
    value = context.cast(builder, args[2], value_type, array_type.dtype)
    with cgutils.loop_nest(builder, shape, intp=context.get_value_type(types.intp)) as positions:
        offset = ir.Constant(context.get_value_type(types.intp), 0)
        for position, stride in zip(positions, strides, strict=True):
            offset = builder.add(offset, builder.mul(position, stride))
        place = cgutils.pointer_add(builder, first, offset, return_type=first.type)
        arrayobj.store_item(context, builder, array_type, value, place)


# ---- calls ----------------------------------------------------------------------------------------------------------
def _noting(give_back: Callable) -> Callable:
    """`CPUCallConv._return_errcode_raw`: remembers which functions return anything but success."""

    def noting(self: Any, builder: Any, code: Any) -> Any:
        if not (isinstance(code, ir.Constant) and code.constant == callconv.RETCODE_OK.constant):
            _RAISING.add(builder.function.name)
        return give_back(self, builder, code)

    return noting


def _sorting(add_ir_module: Callable) -> Callable:
    """`CPUCodeLibrary.add_ir_module`: a function is complete, so whether it can raise is known."""

    def sorting(self: Any, ir_module: Any) -> None:
        for function in ir_module.functions:
            if not function.is_declaration and function.name not in _RAISING:
                _QUIET.add(function.name)
        add_ir_module(self, ir_module)

    return sorting


def _user_function(fndesc: Any, libs: Any) -> Any:
    """`numba.core.imputils.user_function`: a call; of a function that cannot raise, only that."""
    call_and_look: Any = imputils.user_function(fndesc, libs)

    def call(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        if not _OURS[0] or fndesc.llvm_func_name not in _QUIET or isinstance(fndesc.restype, types.Optional):
            return call_and_look(context, builder, sig, args)
        convention = context.call_conv
        function = context.declare_function(builder.module, fndesc)
        answer, problem = function.function_type.args[:2]
        place = cgutils.alloca_once(builder, answer.pointee)
        arguments = convention._get_arg_packer(fndesc.argtypes).as_arguments(builder, args)
        builder.call(function, [place, ir.Constant(problem, None), *arguments])
        value = context.get_returned_value(builder, fndesc.restype, builder.load(place))
        return imputils.impl_ret_new_ref(context, builder, fndesc.restype, value)

    result: Any = call
    result.signature, result.libs = call_and_look.signature, call_and_look.libs
    return result
