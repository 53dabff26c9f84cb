import type { Context } from '#server/context.ts'
import { rooms } from '#server/live/broadcast.ts'
import type { ClientEventHandlers } from '#server/live/clientEvents.ts'
import { editAsClient, openForClient } from './documents.requests.service.ts'

type DocumentEvent = 'document:open' | 'document:edit' | 'document:close'

/** Connects open editors to their documents. */
export function relayDocuments(context: Context): Pick<ClientEventHandlers, DocumentEvent> {
  return {
    async 'document:open'(socket, request) {
      const open = () => openForClient(context, socket.data.userNo, request)
      const opened = await open()
      const { documentId, revision } = opened
      await socket.join(rooms.document(documentId))
      // A change may have been published before the tab was in the room.
      return (await context.repositories.documents.findRevision(documentId)) === revision ? opened : open()
    },
    'document:edit': (socket, edit) =>
      editAsClient(context, socket.data.userNo, edit, edited => {
        socket.to(rooms.document(edited.documentId)).emit('document:edited', edited)
      }),
    'document:close'(socket, { documentId }) {
      if (!socket.rooms.has(rooms.document(documentId))) return
      void socket.leave(rooms.document(documentId))
      // The lists of other devices show what was typed.
      context.live.emitToUser(socket.data.userNo, 'documents:changed', {})
    },
  }
}
