import { savesData } from './device.ts'

/** The build splits the font (scripts/lib/subsetFont.ts): the first family has the common glyphs, the second all others. */
const FAMILIES = '"GeulmaruUI Variable", "Pretendard Variable"'

/**
 * Replaces the system font by the web font, unless the user saves data. The font consists of many subsets. All those that the page needs
 * are loaded before the first one is used, so that the text is laid out again only once. Later text loads its subsets on demand.
 */
export async function loadFont(): Promise<void> {
  if (savesData()) return
  await import('pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css')
  // Glyphs of a subset that fails to load are shown in the system font.
  await document.fonts.load(`1em ${FAMILIES}`, document.body.textContent).catch(() => undefined)
  document.documentElement.style.setProperty('--font-web', `${FAMILIES},`)
}
