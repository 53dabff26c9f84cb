import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** npm run bench [name …]: runs benchmarks, each in its own process and against a baseline in the same run. */
const named = process.argv.slice(2)
for (const name of named.length > 0 ? named : ['markdown', 'server', 'live', 'documents', 'screens']) {
  const bench = spawn(process.execPath, ['--import', 'tsx', `scripts/bench/${name}.ts`], { stdio: 'inherit' })
  const [exitCode] = await once(bench, 'exit')
  if (exitCode !== 0) process.exitCode = 1
}
