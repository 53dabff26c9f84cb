import { type ImportSource, parseSource } from './import.parser.ts'

/** Replies with the parsed files, or null if parsing fails. */
addEventListener('message', async ({ data }: MessageEvent<ImportSource>) => {
  postMessage(await parseSource(data).catch(() => null))
})
postMessage('ready')
