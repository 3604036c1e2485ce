"""Papers that notebooks and docstrings refer to."""

from .markdown import NotebookText

PAPERS = {
    "sepliarskaia2019": (
        "A. Sepliarskaia, J. Kiseleva, M. de Rijke. Evaluating Disentangled Representations. 2019."
    ),
    "course": (
        "A course page on disentanglement metrics: MIG, SAP and DCI, their strengths "
        "and weaknesses."
    ),
    "higgins2017": (
        "I. Higgins and others. beta-VAE: Learning Basic Visual Concepts with a "
        "Constrained Variational Framework. ICLR 2017."
    ),
    "kim2018": "H. Kim, A. Mnih. Disentangling by Factorising. ICML 2018.",
    "eastwood2018": (
        "C. Eastwood, C. K. I. Williams. A Framework for the Quantitative Evaluation "
        "of Disentangled Representations. ICLR 2018."
    ),
    "kumar2017": (
        "A. Kumar, P. Sattigeri, A. Balakrishnan. Variational Inference of "
        "Disentangled Latent Concepts from Unlabeled Observations. 2017."
    ),
    "ridgeway2018": (
        "K. Ridgeway, M. C. Mozer. Learning Deep Disentangled Embeddings with the "
        "F-Statistic Loss. NeurIPS 2018."
    ),
    "carbonneau2022": (
        "M.-A. Carbonneau, J. Zaidi, J. Boilard, G. Gagnon. Measuring "
        "Disentanglement: A Review of Metrics. 2022."
    ),
    "almudevar2024": (
        "A. Almudévar, A. Ortega, L. Vicente, A. Miguel, E. Lleida. Defining and "
        "Measuring Disentanglement for non-Independent Factors of Variation. 2024."
    ),
    "geyer2024": (
        "R. C. Geyer, A. Torcinovich, J. B. Carvalho, A. Meyer, J. M. Buhmann. Measuring "
        "Orthogonality in Representations of Generative Models. 2024."
    ),
    "duan2020": (
        "S. Duan, L. Matthey, A. Saraiva, N. Watters, C. P. Burgess, A. Lerchner, I. Higgins. "
        "Unsupervised Model Selection for Variational Disentangled Representation Learning. "
        "ICLR 2020."
    ),
    "eastwood2023": (
        "C. Eastwood and others. DCI-ES: An Extended Disentanglement Framework with "
        "Connections to Identifiability. ICLR 2023."
    ),
    "joshi2026": (
        "S. Joshi, T. Saulus, W. Brendel, P. Brouillard, D. Sridhar, P. Reizinger. Who Guards the "
        "Guardians? The Challenges of Evaluating Identifiability of Learned Representations. "
        "UAI 2026."
    ),
    "hyvarinen2016": (
        "A. Hyvärinen, H. Morioka. Unsupervised Feature Extraction by Time-Contrastive Learning "
        "and Nonlinear ICA. NeurIPS 2016."
    ),
    "khemakhem2020": (
        "I. Khemakhem, D. P. Kingma, R. P. Monti, A. Hyvärinen. Variational Autoencoders and "
        "Nonlinear ICA: A Unifying Framework. AISTATS 2020."
    ),
    "kim2019": (
        "M. Kim, Y. Wang, P. Sahu, V. Pavlovic. Relevance Factor VAE: Learning and Identifying "
        "Disentangled Factors. 2019."
    ),
    "suter2019": (
        "R. Suter, Đ. Miladinović, B. Schölkopf, S. Bauer. Robustly Disentangled Causal "
        "Mechanisms: Validating Deep Representations for Interventional Robustness. ICML 2019."
    ),
    "li2020": (
        "Z. Li, J. V. Murkute, P. K. Gyawali, L. Wang. Progressive Learning and Disentanglement of "
        "Hierarchical Representations. ICLR 2020."
    ),
    "do2020": (
        "K. Do, T. Tran. Theory and Evaluation Metrics for Learning Disentangled Representations. "
        "ICLR 2020."
    ),
    "watcharasupat2021": (
        "K. N. Watcharasupat, A. Lerch. Evaluation of Latent Space Disentanglement in the Presence "
        "of Interdependent Attributes. 2021."
    ),
    "hsu2023": (
        "K. Hsu, W. Dorrell, J. C. R. Whittington, J. Wu, C. Finn. Disentanglement via Latent "
        "Quantization. NeurIPS 2023."
    ),
    "julka2024": (
        "S. Julka, Y. Wang, M. Granitzer. Towards an Improved Metric for Evaluating Disentangled "
        "Representations. 2024."
    ),
    "hotelling1936": "H. Hotelling. Relations Between Two Sets of Variates. Biometrika 1936.",
    "ross2014": (
        "B. C. Ross. Mutual Information between Discrete and Continuous Data Sets. PLOS ONE 2014."
    ),
    "reed2015": "S. E. Reed, Y. Zhang, Y. Zhang, H. Lee. Deep Visual Analogy-Making. NeurIPS 2015.",
    "matthey2017": (
        "L. Matthey, I. Higgins, D. Hassabis, A. Lerchner. dSprites: Disentanglement testing "
        "Sprites dataset. 2017."
    ),
    "burgess2018": "C. Burgess, H. Kim. 3D Shapes Dataset. 2018.",
    "gondal2019": (
        "M. W. Gondal, M. Wüthrich, Đ. Miladinović, F. Locatello, M. Breidt, V. Volchkov, J. Akpo, "
        "O. Bachem, B. Schölkopf, S. Bauer. On the Transfer of Inductive Bias from Simulation to "
        "the Real World: a New Disentanglement Dataset. NeurIPS 2019."
    ),
    "zhang2021": (
        "L. Zhang, V. Prokhorov, E. Shareghi. Unsupervised Representation "
        "Disentanglement of Text: An Evaluation on Synthetic Datasets. 2021."
    ),
    "chen2018": (
        "T. Q. Chen, X. Li, R. Grosse, D. Duvenaud. Isolating Sources of "
        "Disentanglement in Variational Autoencoders. NeurIPS 2018."
    ),
}
ADDRESSES = {  # papers for which we know one
    "sepliarskaia2019": "arxiv.org/abs/1910.05587",
    "higgins2017": "openreview.net/forum?id=Sy2fzU9gl",
    "kim2018": "arxiv.org/abs/1802.05983",
    "eastwood2018": "openreview.net/forum?id=By-7dz-AZ",
    "kumar2017": "arxiv.org/abs/1711.00848",
    "ridgeway2018": "arxiv.org/abs/1802.05312",
    "carbonneau2022": "arxiv.org/abs/2012.09276",
    "almudevar2024": "arxiv.org/abs/2408.07016",
    "geyer2024": "arxiv.org/abs/2407.03728",
    "duan2020": "arxiv.org/abs/1905.12614",
    "eastwood2023": "arxiv.org/abs/2210.00364",
    "joshi2026": "arxiv.org/abs/2602.24278",
    "hyvarinen2016": "arxiv.org/abs/1605.06336",
    "khemakhem2020": "arxiv.org/abs/1907.04809",
    "chen2018": "arxiv.org/abs/1802.04942",
    "kim2019": "arxiv.org/abs/1902.01568",
    "suter2019": "arxiv.org/abs/1811.00007",
    "li2020": "arxiv.org/abs/2002.10549",
    "do2020": "arxiv.org/abs/1908.09961",
    "watcharasupat2021": "arxiv.org/abs/2110.05587",
    "hsu2023": "arxiv.org/abs/2305.18378",
    "julka2024": "arxiv.org/abs/2410.03056",
    "ross2014": "doi.org/10.1371/journal.pone.0087357",
    "gondal2019": "arxiv.org/abs/1906.03292",
}


def cite(*keys: str) -> NotebookText:
    """Bibliography entries of papers, with a link if there is one.

    Parameters
    ----------
    *keys : str
        Keys of the papers in `PAPERS`.

    Returns
    -------
    references : NotebookText
        One paragraph per paper, folded until the reader opens them.

    Raises
    ------
    ValueError
        If a key is unknown.

    Examples
    --------
    >>> from disentangle_edu import bibliography
    >>> str(bibliography.cite("kim2018"))[:24]
    'kim2018: H. Kim, A. Mnih'
    """
    if unknown := [key for key in keys if key not in PAPERS]:
        raise ValueError(f"keys: found {unknown[0]!r}, expected keys among {', '.join(PAPERS)}.")
    link = lambda address: f" [{address}](https://{address})" if address else ""
    lines = [f"{key}: {PAPERS[key]}{link(ADDRESSES.get(key))}" for key in keys]
    return NotebookText("\n\n".join(lines), "aside", "References")
