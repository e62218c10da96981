// The worker in which the engine answers.

import { receiver } from './answerer.js';

const receive = receiver((message) => postMessage(message));
onmessage = ({ data }) => receive(data);
