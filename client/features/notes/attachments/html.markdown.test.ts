// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { markupOf } from '#client/markdown/testing/markup.ts'
import { toMarkdown } from './html.markdown.ts'
import { readFormatted } from './paste.ts'

function pasted(html: string): string | null {
  const body = readFormatted(html)
  return body && toMarkdown(body)
}

// biome-ignore format: one case a line
const CASES: [name: string, html: string, markdown: string | null][] = [
  ['a list within a list', '<ol><li>가</li><ol><li>나</li></ol><li>다</li></ol>', '1. 가\n   1. 나\n2. 다'],
  ['a list that begins with a list', '<ul><ul><li>가</li></ul><li>나</li></ul>', '- 가\n- 나'],
  ['text between items', '<ul><li>가</li>나<li>다</li></ul>', '- 가나\n- 다'],
  ['items without a list', '<li>가</li><li>나</li>', '- 가\n- 나'],
  ['a list whose numbers jump', '<ol start="3"><li>가</li><li value="7">나</li><li>다</li></ol>', '3. 가\n\n7) 나\n8) 다'],
  ['a task list of GitHub', '<ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" disabled checked> 한 일</li><li><input type="checkbox"> 할 일</li></ul>', '- [x] 한 일\n- [ ] 할 일'],
  ['a task list with labels', '<ul><li><p><label><input type="checkbox"><b>할</b> 일</label></p></li></ul>', '- [ ] **할** 일'],
  ['a list of Google Docs', '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1a"><ul><li dir="ltr" aria-level="1"><p role="presentation"><span style="font-weight:400;white-space:pre-wrap;">가</span></p></li><ul><li dir="ltr" aria-level="2"><p><span style="font-weight:700;">나</span></p></li></ul></ul><p><span style="font-style:italic">다</span><span style="text-decoration:line-through"> 라</span> H<span style="font-size:0.6em;vertical-align:sub;">2</span>O</p></b>', '- 가\n  - **나**\n\n*다* ~~라~~ H₂O'],
  ['a checklist of Google Docs', '<ul><li role="checkbox" aria-checked="true" aria-level="1"><img src="data:image/png;base64,AA"><p>한 일</p></li><li role="checkbox" aria-checked="false" aria-level="1"><p>할 일</p></li></ul>', '- [x] 한 일\n- [ ] 할 일'],
  ['list levels in aria-level only', '<ul><li aria-level="1">가</li><li aria-level="2">나</li><li aria-level="1">다</li></ul>', '- 가\n  - 나\n- 다'],
  ['a list of Word', '<html><head><style>p{}</style></head><body><!--StartFragment--><p class=MsoListParagraph style="mso-list:l0 level1 lfo1"><![if !supportLists]><span style="mso-list:Ignore">1.<span>&nbsp;&nbsp; </span></span><![endif]>가<o:p></o:p></p><p class=MsoListParagraph style="mso-list:l0 level2 lfo1"><![if !supportLists]><span style="mso-list:Ignore">·<span>&nbsp; </span></span><![endif]>나</p><p class=MsoListParagraph style="mso-list:l0 level1 lfo1"><!--[if !supportLists]--><span style="mso-list:Ignore">2.<span>&nbsp; </span></span><!--[endif]--><b>다</b></p><p class=MsoNormal>라</p><!--EndFragment--></body></html>', '1. 가\n   - 나\n2. **다**\n\n라'],
  ['merged cells', '<table><tr><td colspan="2">가</td><td rowspan="2">나</td></tr><tr><td>1|2</td><td>3<br>4</td></tr></table>', '| 가 |  | 나 |\n| --- | --- | --- |\n| 1\\|2 | 3 4 |  |'],
  ['empty columns', '<table><tr><td>가</td><td></td><td>나</td></tr><tr><td>1</td><td> </td><td>2</td></tr><tr><td></td><td></td><td></td></tr></table>', '| 가 | 나 |\n| --- | --- |\n| 1 | 2 |'],
  ['a Google sheet', '<google-sheets-html-origin><style>td{}</style><table><colgroup><col></colgroup><tbody><tr><td data-sheets-value="{}" style="font-weight:bold">이름</td><td style="font-weight:bold">값</td></tr><tr><td style="font-weight:bold">가</td><td style="vertical-align:bottom">1</td></tr></tbody></table>', '| 이름 | 값 |\n| --- | --- |\n| **가** | 1 |'],
  ['a layout table', '<table><tr><td><table><tr><td>가</td><td>나</td></tr><tr><td>1</td><td>2</td></tr></table></td></tr></table>', '| 가 | 나 |\n| --- | --- |\n| 1 | 2 |'],
  ['a table with one cell', '<table><tr><td><h2>제목</h2><p>글</p></td></tr></table>', '## 제목\n\n글'],
  ['adjacent formatted text', '<b>가</b><b>나</b><i>다</i><i> </i><i>라</i>', '**가나***다 라*'],
  ['spaces within emphasis', '<b>가 </b>나<b>&nbsp;다</b>', '**가** 나 **다**'],
  ['emphasis within itself', '<b><strong>가<b>나</b></strong></b>', '**가나**'],
  ['emphasis around paragraphs', '<b><p>가</p><p>나</p></b>', '**가**\n\n**나**'],
  ['breaks at the ends of emphasis', '<b>가<br></b>나', '**가**\n나'],
  ['breaks', '가<br>나<br><br>다<br><br><br>라<b>마</b>', '가\n나\n\n다\n\n라**마**'],
  ['highlighted and struck-out text', '<p><mark>가</mark> <s>나</s> <u>다</u> <del>10</del> <ins>20</ins> <b></b></p>', '==가== ~~나~~ <u>다</u> ~~10~~ <u>20</u>'],
  ['a formula of KaTeX beside a bold word', '<p><b>값</b>은 <span class="katex"><span class="katex-mathml"><math><semantics><mrow><msup><mi>x</mi><mn>2</mn></msup></mrow><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span class="base"><span>x</span><span>2</span></span></span></span>이다</p>', '**값**은 $x^2$이다'],
  ['a displayed formula of KaTeX', '<p>가</p><span class="katex-display"><span class="katex"><span class="katex-mathml"><math display="block"><semantics><mi>x</mi><annotation encoding="application/x-tex">\\frac{1}{2}</annotation></semantics></math></span><span class="katex-html">12</span></span></span><p>나<b>다</b></p>', '가\n\n$$\\frac{1}{2}$$\n\n나**다**'],
  ['a formula of MathJax 3', '<b>가</b> <mjx-container class="MathJax" jax="CHTML"><mjx-math aria-hidden="true"><mjx-mi>x</mjx-mi></mjx-math><mjx-assistive-mml><math><mfrac><mn>1</mn><msup><mi>x</mi><mn>2</mn></msup></mfrac></math></mjx-assistive-mml></mjx-container>', '**가** $\\frac{1}{x^{2}}$'],
  ['a formula of MathJax 2', '<b>가</b> <span class="MathJax_Preview">x2</span><span class="MathJax"><span>x</span><span class="MJX_Assistive_MathML"><math><mi>x</mi></math></span></span><script type="math/tex">x^2</script>', '**가** $x^2$'],
  ['MathML', '<p>가 <math><msqrt><mi>a</mi><mo>+</mo><mi>b</mi></msqrt></math></p>', '가 $\\sqrt{a + b}$'],
  ['a matrix in MathML', '<p>가 <math><mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi><mo>+</mo><mn>1</mn></mtd></mtr><mtr><mtd><mi>c</mi></mtd><mtd><mi>d</mi></mtd></mtr></mtable></math></p>', '가 $\\begin{matrix}a & b + 1 \\\\ c & d\\end{matrix}$'],
  ['a formula of Wikipedia', '<p><b>가</b> <span class="mwe-math-element"><span class="mwe-math-mathml-inline" style="display: none;"><math alttext="{\\displaystyle E=mc^{2}}"><mi>E</mi></math></span><img src="https://wikimedia.org/a.svg" class="mwe-math-fallback-image-inline" alt="{\\displaystyle E=mc^{2}}"></span></p>', '**가** $E=mc^{2}$'],
  ['superscripts', '10<sup>3</sup> 10<sup>-3</sup> m<sup>2</sup> x<sup>a+b</sup> 1<sup>st</sup>', '10³ 10⁻³ m² x<sup>a+b</sup> 1st'],
  ['subscripts', 'H<sub>2</sub>O x<sub>i</sub> a<sub>max</sub>', 'H₂O xᵢ a<sub>max</sub>'],
  ['superscripts in code', '<b>가</b> <code>10<sup>3</sup></code>', '**가** `10³`'],
  ['footnote references', '2010<sup><a href="#fn1">1</a></sup>년<sup class="reference"><a href="#cite-1">[2]</a></sup>', '2010\\[1\\]년\\[2\\]'],
  ['ruby', '<ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby>', '漢字(かんじ)'],
  ['quotations and abbreviations', '<q>가</q> <abbr title="HyperText">HTML</abbr>', '“가” HTML'],
  ['emoji as images', '<b>좋아요</b> <img class="emoji" alt="👍" src="https://a.kr/1f44d.png">', '**좋아요** 👍'],
  ['text for screen readers', '<b>가</b><span class="sr-only">가 (굵게)</span><span style="position:absolute;clip:rect(0 0 0 0)">나</span><span style="display:none">다</span>', '**가**'],
  ['code with a toolbar', '<pre><div><div>python</div><button>복사</button></div><div><code class="hljs language-python"><span class="k">def</span> f():<br>    pass\n</code></div></pre><p>뒤</p>', '```python\ndef f():\n    pass\n```\n\n뒤'],
  ['code of GitHub', '<p>앞</p><div class="highlight highlight-source-js"><pre><span class="pl-k">const</span> a\n<span>b</span></pre><div class="zeroclipboard-container"><svg></svg></div></div>', '앞\n\n```js\nconst a\nb\n```'],
  ['code with line numbers', '<p>앞</p><table><tr><td class="blob-num" data-line-number="1"></td><td class="blob-code">a</td></tr><tr><td class="blob-num" data-line-number="2"></td><td class="blob-code">b</td></tr></table>', '앞\n\n```\na\nb\n```'],
  ['code with an element for each line', '<p>앞</p><pre><code><span class="line">a</span><span class="line">b</span></code></pre>', '앞\n\n```\na\nb\n```'],
  ['breaks within emphasis', '<p><b>가<br><br>나</b></p>', '**가**\n\n**나**'],
  ['a heading with an anchor', '<h2><a class="anchor" href="#a">#</a>설치<a href="#x">¶</a><span class="mw-editsection">[편집]</span></h2>', '## 설치'],
  ['a heading of two lines', '<h2>가<br>나</h2>', '## 가 나'],
  ['definitions', '<dl><dt>가</dt><dd>나</dd></dl>', '**가**\n\n나'],
  ['a details element', '<details><summary>가</summary><p>나</p></details><b>다</b>', '<details>\n<summary>가</summary>\n\n나\n\n</details>\n\n**다**'],
  ['an open details element with a list', '<details open><summary><b>가</b> 나</summary><ul><li>다</li></ul></details>', '<details open>\n<summary>**가** 나</summary>\n\n- 다\n\n</details>'],
  ['keys', '<p><kbd>Ctrl</kbd><kbd>S</kbd> <kbd><kbd>Alt</kbd>+<kbd>F4</kbd></kbd></p>', '<kbd>Ctrl</kbd><kbd>S</kbd> <kbd>Alt</kbd>+<kbd>F4</kbd>'],
  ['an underlined link', '<p><a href="https://a.kr"><u>가</u></a> <u>나</u></p>', '[가](https://a.kr) <u>나</u>'],
  ['underlined paragraphs', '<u><p>가</p><p>나</p></u>', '<u>가</u>\n\n<u>나</u>'],
  ['tags in text', '<p><b>가</b> &lt;u&gt;나&lt;/u&gt; &lt;b&gt;</p>', '**가** \\<u>나\\</u> <b>'],
  ['an alert of GitHub', '<div class="markdown-alert markdown-alert-warning"><p class="markdown-alert-title"><svg></svg>Warning</p><p>글</p></div><p>뒤</p>', '> [!warning]\n> \n> 글\n\n뒤'],
  ['a callout of Obsidian', '<div class="callout" data-callout="tip"><div class="callout-title"><div class="callout-title-inner">제목</div></div><div class="callout-content"><p>글</p></div></div>', '> [!tip] 제목\n> \n> 글'],
  ['a callout of Notion', '<aside><div>💡</div><div>글</div></aside><h1>가</h1>', '> 💡\n> \n> 글\n\n# 가'],
  ['a card that is a link', '<a href="https://a.kr"><h3>제목</h3><p>글</p></a>', '### [제목](https://a.kr)\n\n글'],
  ['URLs with tracking parameters', '<a href="https://a.kr/b?c=1&amp;utm_source=x&amp;fbclid=y" title="제목">가</a> <a href="https://www.google.com/url?q=https://b.kr/&amp;sa=D">나</a>', '[가](https://a.kr/b?c=1) [나](https://b.kr/)'],
  ['URLs that a note cannot link to', '<a href="javascript:alert(1)">가</a> <a href="#나">나</a> <a href="/note?no=1">다</a> <b>라</b>', '가 나 다 **라**'],
  ['bare URLs', '<b>가</b> https://a.kr/b_c_d*e 와 snake_case', '**가** https://a.kr/b_c_d*e 와 snake\\_case'],
  ['text that looks like an entity', '<b>가</b> &amp;lt; a &amp; b', '**가** \\&lt; a & b'],
  ['pictures', '<p>가<img src="data:image/png;base64,AA"><img src="file:///a.png"><img src="blob:https://a/b"><img width="1" height="1" src="https://a.kr/p.gif"><img src="data:image/gif;base64,R0" data-lazy-src="https://a.kr/b.png" alt="나"></p>', '가![나](https://a.kr/b.png)'],
  ['an article of Naver', '<div class="se-component se-text"><div class="se-module se-module-text"><p class="se-text-paragraph"><span class="se-fs-fs16" style="color:#000">첫째 <b>줄</b></span></p><p class="se-text-paragraph"><span>\u200b</span></p><p><span>둘째</span></p></div></div><div class="se-module se-module-horizontalLine"><hr class="se-hr"></div>', '첫째 **줄**\n\n둘째\n\n---'],
  ['preformatted lines', '<div style="white-space: pre-wrap">가\n나\n\n다 <b>라</b></div>', '가\n나\n\n다 **라**'],
  ['line breaks in the source', '<p>가\n  나 <b>다</b></p>', '가 나 **다**'],
  ['LibreOffice', '<p style="margin-bottom: 0cm"><font color="#000"><b>가</b></font></p><ol><li><p>나</p></li><li><p>다</p></li></ol>', '**가**\n\n1. 나\n2. 다'],
  ['notes of Apple', '<ul class="Apple-dash-list"><li>가</li><li>나<br></li></ul><br class="Apple-interchange-newline">', '- 가\n- 나'],
  ['mail of Outlook', '<p class="MsoNormal"><span lang="EN-US">가<o:p></o:p></span></p><p class="MsoNormal"><o:p>&nbsp;</o:p></p><p class="MsoNormal"><b>나</b></p>', '가\n\n**나**'],
  ['text without formatting', '<div><span style="font-weight:400">가</span></div>', null],
  ['code alone', '<div><pre><code>a</code></pre><button>복사</button></div>', null],
]

test.each(CASES)('converts %s', (_, html, markdown) => expect(pasted(html)).toBe(markdown))

test('converts each part of a nested formula once', () => {
  const reading = vi.spyOn(Node.prototype, 'textContent', 'get')
  const fraction = (level: number): string =>
    level === 0
      ? '<mi>x</mi>'
      : `<mfrac><mn>1</mn><mrow><mstyle>${fraction(level - 1)}</mstyle></mrow></mfrac>`
  const formula = (level: number) => `<p>가 <math>${fraction(level)}</math></p>`
  function readsOf(html: string): number {
    reading.mockClear()
    pasted(html)
    return reading.mock.calls.length
  }
  expect(readsOf(formula(6))).toBeLessThan(3 * readsOf(formula(3)))
  reading.mockRestore()
})

/** The visible text without spaces, with equivalent characters unified. */
const visibleText = (text: string) => text.normalize('NFKC').replace(/[\s\u200b☐☑✓]|\[[x ]\]/g, '')

/** Cases in which a formula or number changes, or text is invisible. */
const CHANGED_TEXT =
  /katex|mathjax|math>|<su[pb]|<rt|<q>|sr-only|<table|<ol|Mso|anchor|<button|markdown-alert|data:|aria-level|<script/i

test.each(CASES.filter(([, html, markdown]) => markdown !== null && !CHANGED_TEXT.test(html)))(
  'loses and duplicates no word of %s in the rendered result',
  (_, html, markdown) => {
    const { body: page } = new DOMParser().parseFromString(html, 'text/html')
    const { body: note } = new DOMParser().parseFromString(markupOf(markdown ?? ''), 'text/html')
    for (const button of note.querySelectorAll('.md-code__bar, button')) button.remove()
    for (const image of page.querySelectorAll('img.emoji')) image.replaceWith(image.getAttribute('alt') ?? '')
    for (const image of note.querySelectorAll('bdi')) image.remove()
    for (const kind of note.querySelectorAll('.visually-hidden')) kind.remove()
    expect(visibleText(note.textContent)).toBe(visibleText(page.textContent))
  },
)
