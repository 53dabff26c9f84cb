import { frameAddress, type Mode, modes } from './address.ts'
import type { Part } from './parts/part.ts'

/** One part in each of its states, light and dark. */
export function PartSheet({ part, language }: { part: Part; language: string }) {
  return (
    <section className="part">
      <h2 className="part__name">{part.name}</h2>
      <div className="part__modes">
        {modes.map(mode => (
          <div key={mode} className={`part__mode ${mode === 'dark' ? 'dark_mode' : ''}`}>
            {Object.entries(part.states).map(([state, shown]) => (
              <figure key={state} className="part__state">
                <figcaption className="part__caption">{state}</figcaption>
                {part.window === undefined ? (
                  <div className="part__shown">{shown}</div>
                ) : (
                  <PartWindow part={part} state={state} mode={mode} language={language} />
                )}
              </figure>
            ))}
          </div>
        ))}
      </div>
    </section>
  )
}

interface PartWindowProps {
  part: Part
  state: string
  mode: Mode
  language: string
}

function PartWindow({ part: { name, window }, state, mode, language }: PartWindowProps) {
  return (
    <iframe
      className="part__window"
      title={`${name}, ${state}, ${mode}`}
      src={frameAddress({ kind: 'part', name, state, mode, language })}
      height={window}
    />
  )
}
