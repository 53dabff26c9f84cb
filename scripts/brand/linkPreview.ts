import { readFile } from 'node:fs/promises'

/** The usual size for messengers, in pixels. */
export const PREVIEW_SIZE = { width: 1200, height: 630 }

const CELL = 104
const ROWS = ['노트를 쓰면,', '친구가 읽고,', '이야기가 돼요.']

/** The page for the screenshot: the product's slogan on manuscript paper. */
export async function linkPreview(): Promise<string> {
  const [regular, bold] = await Promise.all(['Regular', 'Bold'].map(fontOf))
  const mark = await readFile('client/public/icon.svg', 'utf8')
  const face = await readFile('client/public/lookaround-me.svg', 'base64')
  const [first, ...others] = ROWS.map(row => cellsOf(row))
  return `<!doctype html><meta charset="utf-8"><style>
    @font-face { font-family: P; font-weight: 400; src: url(data:font/woff2;base64,${regular}) }
    @font-face { font-family: P; font-weight: 700; src: url(data:font/woff2;base64,${bold}) }
    * { margin: 0; box-sizing: border-box }
    body { width: 1200px; height: 630px; overflow: hidden; font: 30px P; color: #18211c; background: #f7f7f5 }
    header { display: flex; align-items: center; gap: 14px; padding: 46px 72px 34px; font-size: 34px; font-weight: 700 }
    header svg { width: 48px; height: 48px }
    .row { display: flex; margin-bottom: 8px; border: solid #cfdad3; border-width: 1px 0 }
    .row::before { content: ''; flex: none; width: 72px }
    .cell { flex: none; width: ${CELL}px; height: ${CELL}px; border-left: 1px solid #cfdad3;
      font-size: 60px; font-weight: 700; line-height: ${CELL}px; text-align: center }
    .mark { color: #1d6b4c; text-align: left; padding-left: 16px }
    .cell img { width: 72px; height: 72px; margin-top: 15px; border-radius: 50% }
    footer { display: flex; align-items: center; justify-content: space-between; padding: 24px 56px 0 72px; color: #4a5850 }
    .say { padding: 18px 26px; border: 2px solid #f3d3a6; border-radius: 22px 22px 22px 4px;
      color: #18211c; background: #fff7ec; box-shadow: 0 16px 40px -12px rgb(24 33 28 / 18%) }
  </style>
  <header>${mark}<span>글마루</span></header>
  <div class="row">${first}<span class="cell"><img src="data:image/svg+xml;base64,${face}"></span>${EMPTY}</div>
  ${others.map(cells => `<div class="row">${cells}${EMPTY}</div>`).join('')}
  <footer><span>친구들과 함께 읽는 노트</span><span class="say">다음 모임은 그 문장으로 시작해요.</span></footer>`
}

const EMPTY = '<span class="cell"></span>'.repeat(6)

/** One character per cell. Punctuation is left-aligned. */
function cellsOf(row: string): string {
  return [...row]
    .map(sign => `<span class="cell${/[,.]/.test(sign) ? ' mark' : ''}">${sign.trim()}</span>`)
    .join('')
}

function fontOf(weight: string): Promise<string> {
  return readFile(`node_modules/pretendard/dist/web/static/woff2/Pretendard-${weight}.woff2`, 'base64')
}
