import { spawn } from 'node:child_process'

/**
 * Starts a program next to a watcher that kills it as soon as our end of its input closes: it does not outlive this process,
 * however that ends.
 * @param program as a shell finds it.
 */
export function spawnWithParentWatch(program: string, words: string[]) {
  const tied = `
exec 3<&0
(cat <&3; kill -9 $$) >/dev/null 2>&1 &
exec "${program}" "$@" 3<&- </dev/null
`
  return spawn('sh', ['-c', tied, program, ...words], { stdio: ['pipe', 'pipe', 'inherit'] })
}
