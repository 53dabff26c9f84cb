import { savesData } from './saveData.ts'

/** As they are cut while the client is built (scripts/lib/cutFont.ts): the usual signs, and those that the first one lacks. */
const FAMILIES = '"GeulmaruUI Variable", "Pretendard Variable"'

/**
 * The system's Korean face shows the text until the web font is there, or for ever where data is to be saved. The font comes
 * in many pieces: all that the page needs are there before the first is used, so the text changes its face once and is
 * laid out anew once. What is written later fetches its pieces when it is drawn.
 */
export async function loadFont(): Promise<void> {
  if (savesData()) return
  await import('pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css')
  // A piece that does not come leaves its signs to the system's face.
  await document.fonts.load(`1em ${FAMILIES}`, document.body.textContent).catch(() => undefined)
  document.documentElement.style.setProperty('--font-web', `${FAMILIES},`)
}
