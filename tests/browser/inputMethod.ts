import type { Page } from '@playwright/test'

const INPUT_METHOD_KEY_CODE = 229

/** An input method, as for Hangul. `compose` replaces the composition, `commit` ends it. */
export async function openInputMethod(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  /** The keydown event that the page receives while the input method handles a key. */
  async function key(key: string) {
    const event = { key, windowsVirtualKeyCode: INPUT_METHOD_KEY_CODE }
    await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...event })
    await devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event })
  }
  return {
    key,
    async compose(text: string) {
      await key('Process')
      const { length } = text
      await devtools.send('Input.imeSetComposition', { text, selectionStart: length, selectionEnd: length })
    },
    commit: (text: string) => devtools.send('Input.insertText', { text }),
  }
}
