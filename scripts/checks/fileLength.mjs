// No source file is longer than 400 lines: a file that grows past that has more than one reason to change. The formatter holds
// code to 110 columns and leaves comments as they are.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../lib/project.mjs'
import { sourceFiles } from './sourceFiles.mjs'

const maxLines = 400
const maxCommentWidth = 140
const prose = [
  'scripts/demo/content/',
  'client/features/lookaround/content/',
  'server/features/accounts/policies/',
]

const sources = sourceFiles(['.ts', '.tsx', '.mjs', '.css'])
  .filter(path => !prose.some(folder => path.startsWith(folder)))
  .map(path => ({ path, lines: readFileSync(join(root, path), 'utf8').split('\n') }))
const tooLong = sources
  .map(({ path, lines }) => ({ path, lines: lines.length - 1 }))
  .filter(({ lines }) => lines > maxLines)
const tooWide = sources.flatMap(({ path, lines }) =>
  lines.flatMap((text, at) =>
    text.length > maxCommentWidth && /^\s*(\/\/|\/\*\*|\* )/.test(text) ? [{ path, line: at + 1 }] : [],
  ),
)

for (const { path, lines } of tooLong) console.error(`${path}: ${lines} lines, more than ${maxLines}`)
for (const { path, line } of tooWide)
  console.error(`${path}:${line}: a comment wider than ${maxCommentWidth}`)
process.exitCode = tooLong.length + tooWide.length === 0 ? 0 : 1
