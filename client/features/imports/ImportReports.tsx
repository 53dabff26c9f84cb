import { t } from '#client/platform/language/language.ts'
import { Disclosure } from '#client/ui/Disclosure.tsx'
import { SKIPPED_LISTED_MAX, type SkippedFile } from './import.files.ts'
import type { FrontMatterReport, ParsedFile } from './import.notes.ts'

interface ReportProps {
  files: readonly ParsedFile[]
}

/** How the import uses the front matter of each file. */
export function FrontMatterReports({ files }: ReportProps) {
  const reports = files.flatMap(({ report }) => report ?? [])
  const rows = reports.map(report => ({ name: report.name, hint: hintOf(report) }))
  return <Report summary={t('imports.frontMatter', { count: rows.length })} rows={rows} />
}

function hintOf({ hasTimes, tags, kept, hasRest }: FrontMatterReport): string {
  return [
    hasTimes && t('imports.frontMatterTimes'),
    tags.length > 0 && t('imports.frontMatterTags', { tags: tags.map(tag => `#${tag}`).join(' ') }),
    hasRest &&
      (kept.length > 0
        ? t('imports.frontMatterKept', { names: kept.join(', ') })
        : t('imports.frontMatterRest')),
  ]
    .filter(Boolean)
    .join(' ')
}

/** Links to files that are not part of the import. */
export function UnresolvedLinks({ files }: ReportProps) {
  const rows = files.flatMap(({ path, unresolved }) =>
    unresolved.map(written => ({ name: written, hint: path.join('/') })),
  )
  return <Report summary={t('imports.unresolved', { count: rows.length })} rows={rows} />
}

function Report({ summary, rows }: { summary: string; rows: readonly { name: string; hint: string }[] }) {
  if (rows.length === 0) return null
  return (
    <Disclosure summary={summary}>
      <ul className="imports__notes">
        {rows.slice(0, SKIPPED_LISTED_MAX).map(({ name, hint }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={index}>
            <span className="imports__note-title">{name}</span>
            <span className="imports__hint">{hint}</span>
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}

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
  /** How many more were skipped without being listed. */
  unlistedCount: number
}

/** Files that are not imported, with reasons. */
export function SkippedFiles({ files, unlistedCount }: SkippedFilesProps) {
  if (files.length === 0) return null
  return (
    <Disclosure summary={t('imports.skipped', { count: files.length + unlistedCount })}>
      <ul className="imports__notes">
        {files.slice(0, SKIPPED_LISTED_MAX).map(({ name, why }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={index}>
            <span className="imports__note-title">{name}</span>
            <span className="imports__hint">{t(REASONS[why])}</span>
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
