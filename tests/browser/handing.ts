import type { Page } from '@playwright/test'
import { bodyOf } from './editor.ts'

/** A file as Playwright puts it into a file field. */
export interface HandedFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** As the browser tells of what is pasted or dropped. */
export async function hand(
  page: Page,
  event: 'paste' | 'drop',
  { files = [], data = {} }: { files?: HandedFile[]; data?: Record<string, string> },
  place = bodyOf(page),
): Promise<void> {
  const sent = files.map(({ name, mimeType, buffer }) => ({
    name,
    mimeType,
    bytes: buffer.toString('base64'),
  }))
  await place.evaluate(
    (area, [kind, handed, texts]) => {
      const transfer = new DataTransfer()
      for (const { name, mimeType, bytes } of handed) {
        const content = Uint8Array.from(atob(bytes), sign => sign.charCodeAt(0))
        transfer.items.add(new File([content], name, { type: mimeType }))
      }
      for (const [type, text] of Object.entries(texts)) transfer.setData(type, text)
      const init = { bubbles: true, cancelable: true }
      area.focus()
      const isLeft = area.dispatchEvent(
        kind === 'paste'
          ? new ClipboardEvent('paste', { ...init, clipboardData: transfer })
          : new DragEvent('drop', { ...init, dataTransfer: transfer }),
      )
      // What nobody takes the browser pastes.
      if (isLeft && kind === 'paste')
        document.execCommand('insertText', false, transfer.getData('text/plain'))
    },
    [event, sent, data] as const,
  )
}
