import type { Page } from '@playwright/test'
import { bodyField } from './editor.ts'

/** A file in the format of Playwright's `setInputFiles`. */
export interface TransferFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** Dispatches a paste or drop event with files and data. Returns whether the browser acts on it, as no handler has taken it. */
export async function dispatchTransfer(
  page: Page,
  event: 'paste' | 'drop',
  { files = [], data = {} }: { files?: TransferFile[]; data?: Record<string, string> },
  target = bodyField(page),
): Promise<boolean> {
  const serialized = files.map(({ name, mimeType, buffer }) => ({
    name,
    mimeType,
    bytes: buffer.toString('base64'),
  }))
  return target.evaluate(
    (area, [kind, handed, texts]) => {
      const transfer = new DataTransfer()
      for (const { name, mimeType, bytes } of handed) {
        const content = Uint8Array.from(atob(bytes), sign => sign.charCodeAt(0))
        transfer.items.add(new File([content], name, { type: mimeType }))
      }
      for (const [type, text] of Object.entries(texts)) transfer.setData(type, text)
      const init = { bubbles: true, cancelable: true }
      area.focus()
      const isUnhandled = area.dispatchEvent(
        kind === 'paste'
          ? new ClipboardEvent('paste', { ...init, clipboardData: transfer })
          : new DragEvent('drop', { ...init, dataTransfer: transfer }),
      )
      // The browser pastes the text unless the app has handled the event.
      if (isUnhandled && kind === 'paste')
        document.execCommand('insertText', false, transfer.getData('text/plain'))
      return isUnhandled
    },
    [event, serialized, data] as const,
  )
}
