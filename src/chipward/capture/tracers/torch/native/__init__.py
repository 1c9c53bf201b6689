"""What ran below the operators of eager code: dispatch keys, native functions, machine code.

After the program has ended, each operator is called again in a process of its own, with made-up numbers in tensors of
the same form, while a sampler looks at where the processor is.
"""
