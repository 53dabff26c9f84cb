import type * as Y from 'yjs'
import { createState, readContent } from '#protocol/document/content.ts'
import type { Context } from '#server/context.ts'
import { tooMany } from '#server/platform/errors.ts'
import type { DocumentRecord } from './documents.record.ts'
import { docOf } from './documents.state.ts'

/**
 * A writer can craft insertions that Yjs compares with each other each time the document is opened. So the time is limited per user, and a
 * document that took long begins anew.
 */
const SLOW_MS = 200

/** Reading a large document takes the database and the driver time as well: some 10 ms for the largest one. */
const BYTES_PER_MS = 50_000

/** Throws `tooMany` for a user whose documents have taken too long. */
export function requireDocumentTime({ documentTime }: Context, userNo: number): void {
  const waitMs = documentTime.waitMs(userNo)
  if (waitMs > 0) throw tooMany(waitMs)
}

/**
 * Runs work that opens documents of a user after their other such work: large documents that are opened at once would keep other requests
 * waiting. Throws `tooMany` if none of the user's time is left.
 */
export function inDocumentTime<Result>(
  context: Context,
  userNo: number,
  work: () => Promise<Result>,
): Promise<Result> {
  return context.runExclusive(`documents of ${userNo}`, async () => {
    requireDocumentTime(context, userNo)
    return work()
  })
}

/** Runs work, and returns the milliseconds that it took. */
export function measure<Result>(work: () => Result): { result: Result; ms: number } {
  const startedAt = performance.now()
  const cpuAtStart = process.cpuUsage()
  const result = work()
  const { user, system } = process.cpuUsage(cpuAtStart)
  // On a busy machine, the processor may have been elsewhere meanwhile.
  return { result, ms: Math.min(performance.now() - startedAt, (user + system) / 1000) }
}

/** Opens a document, on the time of these users. */
export function measureDoc(
  { documentTime }: Pick<Context, 'documentTime'>,
  userNos: readonly number[],
  document: DocumentRecord,
): { doc: Y.Doc; isSlow: boolean } {
  const { result: doc, ms } = measure(() => docOf(document))
  for (const userNo of userNos) documentTime.spend(userNo, ms + document.bytes / BYTES_PER_MS)
  return { doc, isSlow: ms > SLOW_MS }
}

/** The same. A slow document begins anew in the background. */
export function openDoc(context: Context, userNos: readonly number[], document: DocumentRecord): Y.Doc {
  const { doc, isSlow } = measureDoc(context, userNos, document)
  if (isSlow)
    context.backgroundTasks.run('begin a slow document anew', () =>
      beginGeneration(context, document, createState(readContent(doc))),
    )
  return doc
}

/** Replaces the state of a document, which open tabs open again. Returns the revision; null if the document has changed. */
export async function beginGeneration(
  { repositories, live }: Context,
  document: DocumentRecord,
  state: Uint8Array,
): Promise<number | null> {
  const { documentId, revision } = document
  if (!(await repositories.documents.replace(document, state, { isSaved: false }))) return null
  live.emitToDocument(documentId, 'document:replaced', { documentId })
  return revision
}
