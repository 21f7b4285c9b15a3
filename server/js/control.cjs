'use strict'
// The control port: questions and orders for tests, one JSON object a line, on loopback, with a token.

const net = require('net')

const LONGEST = 1 << 20

/** Starts listening; `operations` maps op to a function of the request that returns the answer or throws. */
function listen (token, operations) {
  const server = net.createServer(socket => {
    let text = ''
    socket.setEncoding('utf8')
    socket.on('error', () => socket.destroy())
    socket.on('data', async chunk => {
      text += chunk
      if (text.length > LONGEST) return socket.destroy()
      const lines = text.split('\n')
      text = lines.pop()
      for (const line of lines) socket.write(JSON.stringify(await answer(line, token, operations)) + '\n')
    })
  })
  return new Promise((resolve, reject) => {
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => resolve(server.address().port))
  })
}

async function answer (line, token, operations) {
  try {
    const request = JSON.parse(line)
    if (request.token !== token) return { error: { code: 'token', message: 'wrong token' } }
    const operation = Object.hasOwn(operations, request.op) ? operations[request.op] : null
    if (!operation) return { error: { code: 'op', message: `no operation ${request.op}; there are ${Object.keys(operations).join(', ')}` } }
    return { value: (await operation(request)) ?? null }
  } catch (error) {
    return { error: { code: 'request', message: error.message } }
  }
}

module.exports = { listen }
