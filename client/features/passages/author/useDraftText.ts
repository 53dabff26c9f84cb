import { useEffect, useState } from 'react'
import type { Editor } from '#client/features/notes/sync/editor.ts'
import { runWhenIdle } from '#client/features/passages/idle.ts'
import { noteText } from '#protocol/noteText.ts'

/** How long the user pauses before the text is read again, in milliseconds. */
const PAUSE_MS = 400

/**
 * The plain text of the draft in an editor, once the user pauses and the page is idle. Undefined before the first time. For a part
 * of a series, `markdownAround` adds the other parts.
 */
export function useDraftText(
  editor: Editor,
  markdownAround: (draft: string) => string | undefined,
): string | undefined {
  const [text, setText] = useState<string>()

  useEffect(() => {
    let last: string | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let cancel = () => {}
    function readWhenIdle(): void {
      cancel = runWhenIdle(() => {
        last = editor.state().content.text
        const markdown = markdownAround(last)
        if (markdown !== undefined) setText(noteText(markdown))
        return false
      })
    }
    readWhenIdle()
    const unsubscribe = editor.subscribe(() => {
      if (editor.state().content.text === last) return
      cancel()
      clearTimeout(timer)
      timer = setTimeout(readWhenIdle, PAUSE_MS)
    })
    return () => {
      unsubscribe()
      cancel()
      clearTimeout(timer)
    }
  }, [editor, markdownAround])

  return text
}
