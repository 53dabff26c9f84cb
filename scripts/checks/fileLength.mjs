// No source file is longer than 400 lines: a file that grows past that has more than one reason to change.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../lib/project.mjs'
import { sourceFiles } from './sourceFiles.mjs'

const maxLines = 400
const prose = [
  'scripts/demo/content/',
  'client/features/lookaround/content/',
  'server/features/accounts/policies/',
]

const tooLong = sourceFiles(['.ts', '.tsx', '.mjs', '.css'])
  .filter(path => !prose.some(folder => path.startsWith(folder)))
  .map(path => ({ path, lines: readFileSync(join(root, path), 'utf8').split('\n').length - 1 }))
  .filter(({ lines }) => lines > maxLines)

for (const { path, lines } of tooLong) console.error(`${path}: ${lines} lines, more than ${maxLines}`)
process.exitCode = tooLong.length === 0 ? 0 : 1
