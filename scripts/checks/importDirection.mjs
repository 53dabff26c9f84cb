import { root } from '../lib/project.mjs'
import { readImports } from './importRules.mjs'
import { sourceFiles } from './sourceFiles.mjs'

const { files, failedChecks } = await readImports(root)
const unread = sourceFiles(['.ts', '.tsx']).filter(
  path => /^(client|server|protocol)\//.test(path) && !files.includes(path),
)

const wrong = [...failedChecks, ...unread.map(path => `${path} was not read`)]
for (const sentence of wrong) console.error(sentence)
process.exitCode = wrong.length === 0 ? 0 : 1
