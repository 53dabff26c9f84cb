import { bidiIsolate } from '#protocol/text/index.ts'
import { formatHiddenCount, visibleNames } from './names.ts'
import './ShortNames.css'

/** Like `shortNames`, in at most two lines. Long names are truncated, but the number of hidden names stays visible. */
export function ShortNames({ names }: { names: string[] }) {
  const shown = visibleNames(names).map(bidiIsolate)
  const leading = shown.slice(0, -1)
  const hidden = formatHiddenCount(names)
  return (
    <span
      className={`short-names ${leading.length === 0 ? 'short-names--one' : ''}`}
      title={names.join(', ')}
    >
      {leading.map(name => (
        <span className="short-names__name" key={name}>
          {`${name}, `}
        </span>
      ))}
      <span className="short-names__last">
        <span className="short-names__name">{shown.at(-1)}</span>
        {hidden !== '' && ' '}
        <span className="short-names__hidden">{hidden}</span>
      </span>
    </span>
  )
}
