import { type Chosen, readChosen } from './import.chosen.ts'

/** Answers what was chosen with what it holds, or with null when it cannot be read. */
addEventListener('message', async ({ data }: MessageEvent<Chosen>) => {
  postMessage(await readChosen(data).catch(() => null))
})
postMessage('ready')
