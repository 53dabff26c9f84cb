import { root } from '../lib/project.mjs'
import { readImports } from './importRules.mjs'

const { broken } = await readImports(root)

for (const sentence of broken) console.error(sentence)
process.exitCode = broken.length === 0 ? 0 : 1
