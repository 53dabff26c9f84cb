import { useMutation } from '@tanstack/react-query'
import { useNotesChanged } from '#client/features/notes/notes.queries.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { encodeText } from '#protocol/encoding.ts'
import { quickNote } from '#protocol/notes.ts'

/** The same key again is the same note. */
export function useKeepQuickNote() {
  const notesChanged = useNotesChanged()
  return useMutation({
    mutationFn: ({ text, requestKey }: { text: string; requestKey: string }) =>
      callApi(quickNote, { text: encodeText(text), requestKey }),
    onSuccess: notesChanged,
  })
}
