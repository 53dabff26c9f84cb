import { t } from '#client/platform/language/language.ts'
import { Disclosure } from '#client/ui/Disclosure.tsx'
import { SKIPPED_NAMED_MAX, type SkippedFile } from './import.files.ts'

const REASONS = {
  notText: 'imports.notText',
  pictureType: 'imports.pictureType',
  pictureUnused: 'imports.pictureUnused',
  unreadable: 'imports.unreadable',
  tooLarge: 'imports.tooLarge',
  tooMany: 'imports.tooMany',
  empty: 'imports.emptyFile',
} as const

interface SkippedFilesProps {
  files: readonly SkippedFile[]
  /** How many there are beside them. */
  unnamed: number
}

/** What is not imported, and why. */
export function SkippedFiles({ files, unnamed }: SkippedFilesProps) {
  if (files.length === 0) return null
  return (
    <Disclosure summary={t('imports.skipped', { count: files.length + unnamed })}>
      <ul className="imports__notes">
        {files.slice(0, SKIPPED_NAMED_MAX).map(({ name, why }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they neither move nor change
          <li key={place}>
            <span className="imports__note-title">{name}</span>
            <span className="imports__hint">{t(REASONS[why])}</span>
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
