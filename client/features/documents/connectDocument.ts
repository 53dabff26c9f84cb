import { getDefaultStore } from 'jotai'
import { connectionStateAtom } from '#client/live/connection.ts'
import {
  combineCleanups,
  emitVolatile,
  NotConnectedError,
  onEvent,
  onResync,
  requestReply,
} from '#client/live/eventBus.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { callTimeout } from '#client/platform/calls/retry.ts'
import type { ErrorCode } from '#protocol/call.ts'
import { editDocument, openDocument } from '#protocol/documents.ts'
import type { DocumentSync, DocumentTransport } from './documentSync.ts'

/** Shortest time between two changes that are sent as calls, in milliseconds. What is typed meanwhile goes with the next one. */
const CALL_PERIOD_MS = 1_000
let nextCall: Promise<void> = Promise.resolve()

/** The socket of this tab, or calls while it cannot connect, as behind some proxies. */
export const documentTransport: DocumentTransport = {
  async open(request) {
    try {
      return await requestReply('document:open', request)
    } catch (error) {
      if (!(error instanceof NotConnectedError)) throw error
      return orRejection(async () => (await callApi(openDocument, request, callTimeout())).document)
    }
  },
  async edit(request) {
    try {
      return await requestReply('document:edit', request)
    } catch (error) {
      if (!(error instanceof NotConnectedError)) throw error
      await nextCall
      nextCall = new Promise(resolve => setTimeout(resolve, CALL_PERIOD_MS))
      return orRejection(async () => (await callApi(editDocument, request, callTimeout())).result)
    }
  },
}

/** A rejection is a reply; any other failure means that the server was not reached. */
async function orRejection<Reply>(call: () => Promise<Reply>): Promise<Reply | { error: ErrorCode }> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof CallFailed && error.code !== 'offline' && !error.isTransient)
      return { error: error.code }
    throw error
  }
}

/** The connected documents of this tab: an editor and the sender may have the same one. */
const connected = new Set<DocumentSync>()
const isConnected = (documentId: string) =>
  [...connected].some(sync => sync.opened()?.documentId === documentId)

/** Keeps a document up to date while this tab edits it. Returns the function that ends it. */
export function connectDocument(sync: DocumentSync): () => void {
  const store = getDefaultStore()
  connected.add(sync)
  return combineCleanups([
    onEvent('document:edited', sync.receiveEdited),
    onEvent('document:replaced', sync.receiveReplaced),
    onEvent('document:ended', sync.receiveEnded),
    onResync(sync.reopen),
    store.sub(connectionStateAtom, () => {
      if (store.get(connectionStateAtom) !== 'connected') sync.disconnect()
    }),
    () => {
      connected.delete(sync)
      const documentId = sync.opened()?.documentId
      if (documentId !== undefined && !isConnected(documentId)) emitVolatile('document:close', { documentId })
    },
  ])
}
