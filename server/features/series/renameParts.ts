import type { Context } from '#server/context.ts'
import { mergeSavedChange } from '#server/features/documents/documents.saving.service.ts'

/** The first part of a series was renamed: the later parts get its title, also in open editors. */
export async function renameParts(
  context: Context,
  { noteNo: headNo, authorNo, title }: { noteNo: number; authorNo: number; title: string },
  titleBefore: string,
): Promise<void> {
  const { series } = context.repositories
  await series.renameParts(headNo, title)
  for (const { noteNo, text } of await series.findTexts(headNo)) {
    const before = { title: titleBefore, text }
    if (noteNo !== headNo)
      await mergeSavedChange(context, { noteNo, authorNo, before, after: { title, text } })
  }
}
