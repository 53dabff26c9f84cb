/** The Markdown reference of the editor. It is not in the catalogue, because only one lazy panel uses it. */
export interface SyntaxExample {
  name: string
  source: string
  /** Rendered instead of a source that would load a picture from another site. */
  shown?: string
}

export const syntax: SyntaxExample[] = [
  { name: '제목', source: '# 큰 제목\n### 작은 제목' },
  { name: '굵게, 기울임, 둘 다', source: '**굵게**, *기울임*, ***둘 다***' },
  { name: '취소선, 형광펜', source: '~~지운 말~~, ==눈에 띄는 말==' },
  { name: '각주', source: '글 뒤에 붙여요.[^1]\n\n[^1]: 글 끝에 모여요.' },
  { name: '목록', source: '- 첫째\n  - 그 아래\n    - 더 아래\n- 둘째' },
  { name: '번호 목록', source: '1. 모이기\n2. 이야기하기\n3. 정리하기' },
  { name: '할 일', source: '- [x] 자료 모으기\n- [ ] 초안 쓰기' },
  { name: '인용', source: '> 생각은 나눌수록 자라요.\n>> 정말 그래요.' },
  {
    name: '알림',
    source: '> [!tip] 먼저 읽어 보세요\n> 종류는 note, tip, important, warning, caution이에요.',
  },
  {
    name: '접어 두기',
    source: '<details>\n<summary>답 보기</summary>\n\n**42**예요.\n\n</details>',
  },
  {
    name: '밑줄, 위아래 글자, 자판',
    source: '<u>밑줄</u>, H<sub>2</sub>O, 10<sup>3</sup>, <kbd>Ctrl</kbd>',
  },
  { name: '표', source: '| 날짜 | 할 일 |\n| --- | --- |\n| 월 | 초안 |\n| 금 | 발표 |' },
  { name: '링크', source: '[글마루](https://example.com)' },
  {
    name: '그림',
    source: '![그림 설명](https://example.com/photo.jpg)',
    shown: '*주소에 있는 그림이 보여요*',
  },
  { name: '코드', source: '`print("안녕")`' },
  { name: '코드 여러 줄', source: '```python\nfor i in range(3):\n    print(i)\n```' },
  { name: '수식', source: '$E = mc^2$' },
  { name: '수식 여러 줄', source: '$$\n\\sum_{k=1}^{n} k = \\frac{n(n+1)}{2}\n$$' },
  { name: '도표(Mermaid)', source: '```mermaid\nflowchart LR\n  초안 --> 고치기 --> 나누기\n```' },
  { name: '동그라미 숫자', source: '(1) 준비 (2) 실행 (3) 정리' },
  { name: '화살표', source: '-> <- <-> => <=>' },
  { name: '가로줄', source: '위\n\n---\n\n아래' },
  { name: '기호를 그대로', source: '\\*별표\\* \\(1) \\->' },
  { name: '줄 앞의 빈칸', source: '    네 칸 들여쓴 줄' },
]
