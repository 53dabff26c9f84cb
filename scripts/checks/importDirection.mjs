import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../lib/project.mjs'
import { brokenImports } from './importRules.mjs'
import { sourceFiles } from './sourceFiles.mjs'

const broken = sourceFiles(['.ts', '.tsx', '.mjs']).flatMap(path =>
  brokenImports(path, readFileSync(join(root, path), 'utf8')),
)

for (const sentence of broken) console.error(sentence)
process.exitCode = broken.length === 0 ? 0 : 1
