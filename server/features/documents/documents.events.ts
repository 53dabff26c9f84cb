import { fromBase64, toBase64 } from 'lib0/buffer'
import type { Context } from '#server/context.ts'
import { type LiveServer, rooms } from '#server/live/broadcast.ts'
import type { ClientEventHandlers } from '#server/live/clientEvents.ts'
import { hideCarets, leaveDocument, readPresence } from '#server/live/documentPresence.ts'
import { editAsClient, openForClient } from './documents.requests.service.ts'

type DocumentEvent = 'document:open' | 'document:edit' | 'document:close' | 'document:presence'

/** Connects open editors to their documents. */
export function relayDocuments(io: LiveServer, context: Context): Pick<ClientEventHandlers, DocumentEvent> {
  io.on('connection', socket => {
    socket.on('disconnecting', () => hideCarets(socket))
  })
  return {
    async 'document:open'(socket, request) {
      const { userNo } = socket.data
      const open = () => openForClient(context, userNo, request)
      const opened = await open()
      const { documentId, revision } = opened
      await socket.join(rooms.document(documentId))
      const current = await context.repositories.documents.findRevision(documentId, userNo)
      if (current === revision) return opened
      // Before the tab joined the room, the user has lost write access, or a change was published.
      if (current === null) void socket.leave(rooms.document(documentId))
      return open()
    },
    'document:edit': (socket, edit) =>
      editAsClient(context, socket.data.userNo, edit, edited => {
        socket.to(rooms.document(edited.documentId)).emit('document:edited', edited)
      }),
    async 'document:presence'(socket, { documentId, update }) {
      const room = rooms.document(documentId)
      const { userNo } = socket.data
      const userName = (await context.people.getMany([userNo])).get(userNo)?.username
      // Only writers are in the room. The user may have lost write access meanwhile.
      if (userName === undefined || !socket.rooms.has(room)) return
      const relayed = readPresence(socket, documentId, fromBase64(update), { userNo, userName })
      if (relayed !== null)
        socket.to(room).emit('document:presence', { documentId, update: toBase64(relayed), userNo })
    },
    'document:close'(socket, { documentId }) {
      if (!socket.rooms.has(rooms.document(documentId))) return
      leaveDocument(socket, documentId)
      // The lists of other devices show what was typed.
      context.live.emitToUser(socket.data.userNo, 'documents:changed', {})
    },
  }
}
