import { savesData } from './saveData.ts'

/** The system's Korean face shows the text until the web font is there, or for ever where data is to be saved. */
export async function loadFont(): Promise<void> {
  if (!savesData()) await import('pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css')
}
