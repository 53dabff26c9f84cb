import { once } from 'node:events'
import { createServer } from 'node:http'
import { setupWSConnection } from '@y/websocket-server/utils'
import { WebSocketServer } from 'ws'

/** A plain y-websocket server, in its own process: documents in memory, nothing stored. Prints its address. */
const http = createServer()
const server = new WebSocketServer({ server: http, perMessageDeflate: false })
server.on('connection', (socket, request) => setupWSConnection(socket, request))
http.listen(0, '127.0.0.1')
await once(http, 'listening')
process.stdout.write(`http://127.0.0.1:${http.address().port}\n`)
