import { describe, expect, test } from 'vitest'
import { fullMarkupOf, markupOf } from './testing/markup.ts'

/** The copy button after each code block. */
const COPY_BUTTON =
  '<span class="md-copy no-print" data-text=""><span class="md-copy__status" role="status"></span><button aria-label="코드 복사" type="button" class="button button--quiet  md-copy__button"><span class="button__label">복사</span></button></span>'

/** Source and expected markup. */
const FEATURES: Record<string, [string, string][]> = {
  headings: [
    ['# 하나', '<h2 class="md-h1">하나</h2>'],
    ['## 둘', '<h3 class="md-h2">둘</h3>'],
    ['### 셋', '<h4 class="md-h3">셋</h4>'],
    ['#### 넷', '<h5 class="md-h4">넷</h5>'],
    ['##### 다섯', '<h6 class="md-h5">다섯</h6>'],
    ['###### 여섯', '<h6 class="md-h6" aria-level="7">여섯</h6>'],
    ['#해시태그', '<p><span class="md-tag">#해시태그</span></p>'],
  ],
  lists: [
    ['- 가\n- 나', '<ul><li>가</li><li>나</li></ul>'],
    ['- 가\n  - 나\n    - 다', '<ul><li>가<ul><li>나<ul><li>다</li></ul></li></ul></li></ul>'],
    ['1. 가\n2. 나', '<ol><li>가</li><li>나</li></ol>'],
    ['3. 가', '<ol start="3"><li>가</li></ol>'],
    ['- 가\n\n- 나', '<ul><li><p>가</p></li><li><p>나</p></li></ul>'],
  ],
  quotes: [
    ['> 가\n> 나', '<blockquote><p>가<br/>나</p></blockquote>'],
    [
      '> 가\n>> 나\n>>> 다',
      '<blockquote><p>가</p><blockquote><p>나</p><blockquote><p>다</p></blockquote></blockquote></blockquote>',
    ],
  ],
  code: [
    ['`a < b`', '<p><code>a &lt; b</code></p>'],
    [
      '```\n(1) -> $x$\n```',
      `<div class="md-code"><pre translate="no" role="group" aria-label="코드" tabindex="0"><code>(1) -&gt; $x$\n</code></pre>${COPY_BUTTON}</div>`,
    ],
    [
      '```js 제목\n1\n```',
      `<div class="md-code"><pre translate="no" role="group" aria-label="코드" tabindex="0" aria-busy="true"><code class="language-js">1\n</code></pre>${COPY_BUTTON}</div>`,
    ],
  ],
  'rules and emphasis': [
    ['---', '<hr/>'],
    [
      '**굵게** *기울여* ***둘 다***',
      '<p><strong>굵게</strong> <em>기울여</em> <em><strong>둘 다</strong></em></p>',
    ],
  ],
  'strikethrough and highlight': [
    ['~~취소~~ ==강조==', '<p><s>취소</s> <mark>강조</mark></p>'],
    ['~~취소~~한 것, 이것은==강조==이다', '<p><s>취소</s>한 것, 이것은<mark>강조</mark>이다</p>'],
    ['(~~**둘** 다~~)', '<p>(<s><strong>둘</strong> 다</s>)</p>'],
    ['네~~감사해요~~ 끝', '<p>네~~감사해요~~ 끝</p>'],
    ['네~~ 좋아요~~ ~~', '<p>네~~ 좋아요~~ ~~</p>'],
    ['앞 ~~~가~~~ ~나~ ~~ 다 ~~', '<p>앞 ~~~가~~~ ~나~ ~~ 다 ~~</p>'],
    ['a==b==c x == y === z', '<p>a==b==c x == y === z</p>'],
    ['`~~가~~` \\~~나~~ ~~다', '<p><code>~~가~~</code> ~~나~~ ~~다</p>'],
  ],
  'circled numbers': [
    ['(1) (9)', '<p>① ⑨</p>'],
    ['제목(2)와 (0) (10)', '<p>제목②와 (0) (10)</p>'],
    ['f(1) O(1) a_(1)', '<p>f(1) O(1) a_(1)</p>'],
    ['`(1)` \\(1) \\\\(1)', '<p><code>(1)</code> (1) \\①</p>'],
    ['**(3)**', '<p><strong>③</strong></p>'],
  ],
  arrows: [
    ['가 -> 나 <- 다 <-> 라', '<p>가 → 나 ← 다 ↔ 라</p>'],
    ['가 => 나 <=> 다', '<p>가 ⇒ 나 ⇔ 다</p>'],
    ['a <= b >= c', '<p>a &lt;= b &gt;= c</p>'],
    ['--> <-- ==> x<-1', '<p>--&gt; &lt;-- ==&gt; x&lt;-1</p>'],
    ['`->` \\-> \\=>', '<p><code>-&gt;</code> -&gt; =&gt;</p>'],
  ],
  'backslash escapes': [
    ['\\*별\\* \\# \\[글\\]\\(주소\\) \\$1', '<p>*별* # [글](주소) $1</p>'],
    ['\\# 제목 아님', '<p># 제목 아님</p>'],
  ],
  'lines as typed': [
    ['가\n나', '<p>가<br/>나</p>'],
    ['가  \n나', '<p>가<br/>나</p>'],
    ['  가\n    나', '<p><span class="md-indent">  </span>가<br/><span class="md-indent">    </span>나</p>'],
    ['    - 목록 아님', '<p><span class="md-indent">    </span>- 목록 아님</p>'],
    ['- 가\n  나\n    다', '<ul><li>가<br/>나<br/><span class="md-indent">  </span>다</li></ul>'],
  ],
  tables: [
    [
      '|가|나|다|\n|:-|:-:|-:|\n|1|2|3|',
      '<div class="md-table" role="group" aria-label="표" tabindex="0"><table><thead><tr><th class="md-left">가</th><th class="md-center">나</th><th class="md-right">다</th></tr></thead><tbody><tr><td class="md-left">1</td><td class="md-center">2</td><td class="md-right">3</td></tr></tbody></table></div>',
    ],
  ],
  tasks: [
    [
      '- [ ] 할 일\n- [x] **한** 일',
      '<ul><li class="md-task"><label><input type="checkbox" disabled="" readOnly=""/>할 일</label></li><li class="md-task"><label><input type="checkbox" disabled="" readOnly="" checked=""/><strong>한</strong> 일</label></li></ul>',
    ],
    ['[ ] 목록 밖', '<p>[ ] 목록 밖</p>'],
  ],
  'no raw HTML': [['<b>굵게</b>', '<p>&lt;b&gt;굵게&lt;/b&gt;</p>']],
  pictures: [
    ['![**굵은** 설명](mailto:a@b.kr)', '<p>굵은 설명</p>'],
    ['![설명](b.png)', '<p>![설명](b.png)</p>'],
  ],
}

describe.each(Object.entries(FEATURES))('%s', (_, examples) => {
  test.each(examples)('%j', (written, markup) => {
    expect(markupOf(written)).toBe(markup)
  })
})

/** Emphasis next to particles and Korean punctuation, which plain CommonMark does not recognize. */
const EMPHASIS: [string, string][] = [
  ['**용어(Term)**을 쓴다', '<strong>용어(Term)</strong>을 쓴다'],
  ['**마크다운(Markdown)**은', '<strong>마크다운(Markdown)</strong>은'],
  ['**"따옴표"**라고', '<strong>&quot;따옴표&quot;</strong>라고'],
  ['**‘작은따옴표’**에서', '<strong>‘작은따옴표’</strong>에서'],
  ['**『책 이름』**을 읽고', '<strong>『책 이름』</strong>을 읽고'],
  ['**「글 이름」**의', '<strong>「글 이름」</strong>의'],
  ['**중요!**입니다', '<strong>중요!</strong>입니다'],
  ['**왜?**라고 물었다', '<strong>왜?</strong>라고 물었다'],
  ['**100%**가', '<strong>100%</strong>가'],
  ['**끝.**그리고', '<strong>끝.</strong>그리고'],
  ['그는**(정말로)**왔다', '그는<strong>(정말로)</strong>왔다'],
  ['이것은**강조**이다', '이것은<strong>강조</strong>이다'],
  ['*기울임(italic)*으로', '<em>기울임(italic)</em>으로'],
  ['***둘 다(both)***를', '<em><strong>둘 다(both)</strong></em>를'],
  ['**`코드`**를', '<strong><code>코드</code></strong>를'],
  ['**①**부터', '<strong>①</strong>부터'],
  ['**[링크](mailto:a@b.kr)**에서', '<strong><a href="mailto:a@b.kr">링크</a></strong>에서'],
  ['**가**, **나**와 **다**', '<strong>가</strong>, <strong>나</strong>와 <strong>다</strong>'],
  ['**😀 웃음**을', '<strong>😀 웃음</strong>을'],
  ['2*3*4 = 24', '2<em>3</em>4 = 24'],
  ['snake_case_이름은', 'snake_case_이름은'],
  ['별 * 하나 * 둘', '별 * 하나 * 둘'],
]

describe('Korean emphasis', () => {
  test.each(EMPHASIS)('%s', (written, shown) => {
    expect(markupOf(written)).toBe(`<p>${shown}</p>`)
  })
})

describe('depth', () => {
  test.each([
    ['quotes', `${'>'.repeat(5000)} 끝`],
    ['lists', `${'- '.repeat(2500)}끝`],
    ['emphasis', `${'*a '.repeat(1200)}끝${' a*'.repeat(1200)}`],
    ['links in pictures', `${'!['.repeat(2000)}끝`],
  ])('thousands of nested %s keep their text and have limited depth', (_, written) => {
    const markup = fullMarkupOf(written)
    expect(markup).toContain('끝')
    let depth = 0
    let deepest = 0
    for (const [, slash, , selfClosing] of markup.matchAll(/<(\/?)([a-z0-9]+)[^>]*?(\/?)>/g)) {
      if (!selfClosing) depth += slash ? -1 : 1
      deepest = Math.max(deepest, depth)
    }
    expect(deepest).toBeLessThan(80)
  })

  test('a table with too many empty cells stays as typed', () => {
    const written = `${'|a'.repeat(600)}|\n${'|-'.repeat(600)}|\n${'끝\n'.repeat(1000)}`
    expect(fullMarkupOf(written)).not.toContain('<table>')
    expect(fullMarkupOf(written).split('끝').length).toBe(1001)
  })
})
