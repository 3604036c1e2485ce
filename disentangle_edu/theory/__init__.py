"""Theory: what you can compute, search or prove without samples, and what chance alone does.

enumeration       finite worlds with every combination of factors once: exact scores, and whether
                  the characteristics hold
counterexamples   the search for codes that violate a metric's characteristic
invariances       changes of a representation that should not change a score
bootstrap         how often each method is first when its runs are sampled again or permuted
"""
