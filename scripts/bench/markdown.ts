// Measures how long a note takes to render: our parser and React elements, compared with markdown-it.
// node --import tsx scripts/bench/markdown.ts
import { register } from 'node:module'
import { notes } from './markdown.notes.ts'

// React chooses its production build when it is first imported.
process.env.NODE_ENV = 'production'
// Node.js cannot import style sheets.
const withoutStyles = `export const load = (url, context, next) =>
  url.endsWith('.css') ? { format: 'module', source: '', shortCircuit: true } : next(url, context)`
register(`data:text/javascript,${encodeURIComponent(withoutStyles)}`)
const { default: MarkdownIt } = await import('markdown-it')
const { renderMarkdown } = await import('#client/markdown/markdown.rendering.ts')

/** In milliseconds. */
const LONGEST = { everyday: 1, hostile: 16 }
const baseline = new MarkdownIt()

function median(run: () => unknown, times: number): number {
  const durations = Array.from({ length: times }, () => {
    const start = performance.now()
    run()
    return performance.now() - start
  })
  return durations.sort((a, b) => a - b)[Math.floor(times / 2)] ?? 0
}

const rows = notes.map(({ name, kind, text }) => {
  const times = kind === 'everyday' ? 400 : 15
  for (let warmUp = 0; warmUp < times / 2; warmUp++) renderMarkdown(text)
  const ours = median(() => renderMarkdown(text), times)
  const theirs = median(() => baseline.render(text), times)
  return {
    note: name,
    characters: text.length,
    'ours, ms': Number(ours.toFixed(2)),
    'markdown-it, ms': Number(theirs.toFixed(2)),
    'allowed, ms': LONGEST[kind],
    ok: ours < LONGEST[kind],
  }
})
console.table(rows)
if (rows.some(row => !row.ok)) process.exitCode = 1
